import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** 62^43 is more than 2^256. */
const length = 43

/** The prefix followed by 256 random bits in base 62. */
export const randomToken = Effect.fnUntraced(function* (prefix: string) {
  const random = yield* SecureRandom.SecureRandom
  let token = prefix
  // `intBetween` rejects values that would bias the choice among 62 digits.
  while (token.length < prefix.length + length) {
    token += base62.charAt(yield* random.intBetween(0, base62.length, { halfOpen: true }))
  }
  return token
})
