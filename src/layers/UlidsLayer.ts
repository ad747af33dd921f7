import { Layer } from "effect"
import { monotonicFactory } from "ulid"
import { Ulids } from "../domain/shared/Ulids.ts"

export const layer: Layer.Layer<Ulids> = Layer.sync(Ulids, () => {
  const next = monotonicFactory()
  return Ulids.of({ make: (at) => next(at.epochMilliseconds) })
})
