import { Layer } from "effect"
import { monotonicFactory } from "ulid"
import { Ulids } from "../domain/shared/Ulids.ts"
import { makeRandomPool } from "./makeRandomPool.ts"

export const layer: Layer.Layer<Ulids> = Layer.sync(Ulids, () => {
  const random = makeRandomPool()
  // Each character takes the upper 5 bits of a byte.
  const next = monotonicFactory(() => (random(1)[0] ?? 0) / 256)
  return Ulids.of({ make: (at) => next(at.epochMilliseconds) })
})
