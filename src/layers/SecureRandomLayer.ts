import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { makeRandomPool } from "./makeRandomPool.ts"

export const layer: Layer.Layer<SecureRandom.SecureRandom> = Layer.sync(SecureRandom.SecureRandom, () =>
  SecureRandom.make(makeRandomPool())
)
