import { createHash } from "node:crypto"

const seed = "hospitality-hub demo 1"
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const base36 = "0123456789abcdefghijklmnopqrstuvwxyz"
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/**
 * 2026-01-01T00:00:00Z, the timestamp of time-ordered ids, so that they do not depend on when the data is generated.
 */
const epoch = 1_767_225_600_000n

const digest = (kind: string, name: string): bigint =>
  BigInt(`0x${createHash("sha256").update(`${seed}\n${kind}\n${name}`).digest("hex")}`)

/** The last `length` digits of `value` written in the given alphabet. */
const write = (value: bigint, alphabet: string, length: number) => {
  const base = BigInt(alphabet.length)
  let text = ""
  for (let rest = value; text.length < length; rest /= base) text = alphabet.charAt(Number(rest % base)) + text
  return text
}

/** Ids and secrets derived from a fixed seed: the same kind and name give the same text on every machine. */
export const seeded = {
  /** A UUID version 7, lower case. */
  uuid: (kind: string, name: string) => {
    const random = digest(kind, name)
    const variant = "89ab".charAt(Number(random & 3n))
    const hex = write((epoch << 80n) | (random >> 176n), "0123456789abcdef", 32)
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `7${hex.slice(13, 16)}`,
      `${variant}${hex.slice(17, 20)}`,
      hex.slice(20)
    ].join("-")
  },
  /** A ULID, upper case. */
  ulid: (kind: string, name: string) => write((epoch << 80n) | (digest(kind, name) >> 176n), crockford, 26),
  /** 24 characters `a-z0-9`, like the document ids of the content store. */
  documentId: (kind: string, name: string) => write(digest(kind, name), base36, 24),
  /** Eight capital letters and digits, without look-alikes. */
  code: (kind: string, name: string) => write(digest(kind, name), crockford, 8),
  /** 43 letters and digits: 256 bits. */
  secret: (kind: string, name: string) => write(digest(kind, name), base62, 43)
}

/** SHA-256 of the UTF-8 text as lower-case hex: how a secret is stored (GEN-009). */
export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
