import { Layer, Redacted } from "effect"
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
  timingSafeEqual
} from "node:crypto"
import { Vault } from "../domain/shared/Vault.ts"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** Nonces are drawn in batches, because one draw from the system costs more than encrypting a value. */
const noncesPerDraw = 256

const makeNonces = () => {
  const drawn = new Uint8Array(nonceBytes * noncesPerDraw)
  let next = drawn.length
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn)
      next = 0
    }
    const nonce = drawn.slice(next, next + nonceBytes)
    next += nonceBytes
    return nonce
  }
}

const derived = (secret: Redacted.Redacted, use: string, bytes: number) =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "hub/vault", use, bytes))

/** The keys of one secret. `id` identifies the secret without revealing anything about it. */
const keyringOf = (secret: Redacted.Redacted) => {
  const keys = new Map<string, KeyObject>()
  return {
    id: Buffer.from(derived(secret, "id", 6)).toString("hex"),
    key: (use: string) => {
      const cached = keys.get(use)
      if (cached !== undefined) return cached
      const key = createSecretKey(derived(secret, use, 32))
      keys.set(use, key)
      return key
    }
  }
}

type Keyring = ReturnType<typeof keyringOf>

const decrypt = (key: KeyObject, about: string, bytes: Buffer) => {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
}

const digestOf = ({ id, key }: Keyring, purpose: string, about: string, text: string) => {
  const mac = createHmac("sha256", key(`digest ${purpose}`)).update(JSON.stringify([about, text]))
  return `${id}.${mac.digest("hex")}`
}

/**
 * A vault under `secret`. Values stored under a `former` secret can be opened and compared, but no new ones are created
 * under it.
 */
export const layer = (secret: Redacted.Redacted, former: ReadonlyArray<Redacted.Redacted> = []): Layer.Layer<Vault> =>
  Layer.sync(Vault, () => {
    const current = keyringOf(secret)
    const nextNonce = makeNonces()
    const keyrings = new Map([...former.map(keyringOf), current].map((keyring) => [keyring.id, keyring]))
    const formerKeyrings = [...keyrings.values()].filter(({ id }) => id !== current.id)

    return Vault.of({
      currentKey: current.id,
      knows: (sealedOrDigest) => keyrings.has(sealedOrDigest.split(".")[0] ?? ""),
      seal: (purpose, about, text) => {
        const nonce = nextNonce()
        const cipher = createCipheriv(algorithm, current.key(`seal ${purpose}`), nonce, { authTagLength: tagBytes })
        const bytes = cipher.setAAD(Buffer.from(about)).update(text, "utf8")
        const rest = cipher.final()
        return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), bytes, rest]).toString("base64url")}`
      },
      open: (purpose, about, sealed) => {
        const [id = "", content = "", ...more] = sealed.split(".")
        const keyring = keyrings.get(id)
        const bytes = Buffer.from(content, "base64url")
        if (keyring === undefined || more.length > 0 || bytes.length < nonceBytes + tagBytes) return undefined
        try {
          return decrypt(keyring.key(`seal ${purpose}`), about, bytes)
        } catch {
          return undefined
        }
      },
      digest: (purpose, about, text) => digestOf(current, purpose, about, text),
      formerDigests: (purpose, about, text) => formerKeyrings.map((one) => digestOf(one, purpose, about, text)),
      isDigestOf: (purpose, about, text, digest) => {
        const keyring = keyrings.get(digest.split(".")[0] ?? "")
        if (keyring === undefined) return false
        const [expected, actual] = [Buffer.from(digestOf(keyring, purpose, about, text)), Buffer.from(digest)]
        return actual.length === expected.length && timingSafeEqual(actual, expected)
      }
    })
  })
