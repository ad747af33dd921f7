import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { developmentSecret } from "../../src/domain/shared/developmentSecret.ts"

const keyFor = (purpose: string) =>
  createSecretKey(
    Buffer.from(hkdfSync("sha256", process.env["HUB_SECRET"] ?? developmentSecret, "hub/digests", purpose, 32))
  )

const bindingKey = keyFor("cursor-binding")
const macKey = keyFor("cursor")

const digest = (key: KeyObject, bytes: Uint8Array | string, length: number) =>
  createHmac("sha256", key).update(bytes).digest().subarray(0, length)

/** An authenticated cursor with the service's layout. */
export const seal = (binding: string, position: string): string => {
  const sealed = Buffer.concat([digest(bindingKey, binding, 8), Buffer.from(position)])
  return `c1.${Buffer.concat([digest(macKey, sealed, 12), sealed]).toString("base64url")}`
}

/** The position in a cursor; undefined if it was not sealed here for `binding`. */
export const open = (binding: string, cursor: string): string | undefined => {
  if (!cursor.startsWith("c1.")) return undefined
  const bytes = Buffer.from(cursor.slice(3), "base64url")
  if (bytes.length < 20 || `c1.${bytes.toString("base64url")}` !== cursor) return undefined
  const sealed = bytes.subarray(12)
  if (!timingSafeEqual(digest(macKey, sealed, 12), bytes.subarray(0, 12))) return undefined
  return timingSafeEqual(digest(bindingKey, binding, 8), sealed.subarray(0, 8))
    ? sealed.subarray(8).toString()
    : undefined
}
