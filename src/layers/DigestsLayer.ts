import { Layer, Redacted } from "effect"
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { Digests } from "../domain/shared/Digests.ts"

/** The MAC keys of one secret, one for each purpose (RFC 5869). */
const keyringOf = (secret: Redacted.Redacted) => {
  // A raw key would be set up again for every MAC, which takes six times as long as the MAC.
  const keys = new Map<string, KeyObject>()
  return (purpose: string) => {
    const cached = keys.get(purpose)
    if (cached !== undefined) return cached
    const key = createSecretKey(new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "hub/digests", purpose, 32)))
    keys.set(purpose, key)
    return key
  }
}

const macOf = (key: KeyObject, bytes: Uint8Array) => createHmac("sha256", key).update(bytes).digest()

/**
 * Digests under the deployment's secret; MACs under a `former` one still verify. Each purpose derives its own key, so
 * MACs are not interchangeable.
 */
export const layer = (secret: Redacted.Redacted, former: ReadonlyArray<Redacted.Redacted> = []): Layer.Layer<Digests> =>
  Layer.sync(Digests, () => {
    const keyFor = keyringOf(secret)
    const keyrings = [keyFor, ...former.map(keyringOf)]

    return Digests.of({
      sha256: (content) => hash("sha256", content),
      hmac: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
      sign: ({ algorithm, encoding }, secret, bytes) => createHmac(algorithm, secret).update(bytes).digest(encoding),
      mac: (purpose, bytes) => macOf(keyFor(purpose), bytes),
      isMac: (purpose, bytes, mac) =>
        mac.length > 0 &&
        keyrings.some((keyFor) => {
          const expected = macOf(keyFor(purpose), bytes).subarray(0, mac.length)
          return expected.length === mac.length && timingSafeEqual(expected, mac)
        }),
      equal: (a, b) => {
        const left = Buffer.from(a)
        const right = Buffer.from(b)
        return left.length === right.length && timingSafeEqual(left, right)
      }
    })
  })
