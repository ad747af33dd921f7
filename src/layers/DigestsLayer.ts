import { Layer, Redacted } from "effect"
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Digests } from "../domain/shared/Digests.ts"

/**
 * Digests under the deployment's secret. Each purpose derives its own key (RFC 5869), so MACs are not interchangeable.
 */
export const layer = (secret: Redacted.Redacted): Layer.Layer<Digests> =>
  Layer.sync(Digests, () => {
    // As raw bytes a key would be prepared for every MAC, which takes six times as long as the MAC.
    const keys = new Map<string, KeyObject>()

    const keyFor = (purpose: string) => {
      const cached = keys.get(purpose)
      if (cached !== undefined) return cached
      const key = createSecretKey(
        new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "hub/digests", purpose, 32))
      )
      keys.set(purpose, key)
      return key
    }

    return Digests.of({
      sha256: (text) => hash("sha256", text),
      mac: (purpose, bytes) => createHmac("sha256", keyFor(purpose)).update(bytes).digest(),
      equal: (a, b) => {
        const left = Buffer.from(a)
        const right = Buffer.from(b)
        return left.length === right.length && timingSafeEqual(left, right)
      }
    })
  })
