import { Layer } from "effect"
import { monotonicFactory } from "ulid"
import { Ulids } from "../domain/shared/Ulids.ts"
import { makeRandomPool } from "./makeRandomPool.ts"

export const layer: Layer.Layer<Ulids> = Layer.sync(Ulids, () => {
  const random = makeRandomPool()
  // A character holds 5 bits: the upper ones of its own byte.
  const next = monotonicFactory(() => (random(1)[0] ?? 0) / 256)
  return Ulids.of({ make: (at) => next(at.epochMilliseconds) })
})
