import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Credentials } from "../domain/access/Credentials.ts"
import { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { type FaultPoint, Faults } from "../domain/shared/Faults.ts"
import { type ArmedFault, TestControls } from "../domain/testing/TestControls.ts"
import { movedClock } from "./movedClock.ts"

const makeFaults = (clock: Clock.Clock) => {
  const armed = new Map<FaultPoint, ArmedFault>()
  /** The fault that strikes now, counted down at once: concurrent visits share the armed count. */
  const take = (point: FaultPoint) => {
    const fault = armed.get(point)
    if (fault === undefined) return undefined
    if (fault.times === 1) armed.delete(point)
    else armed.set(point, { ...fault, times: fault.times - 1 })
    return fault
  }
  return {
    armed,
    strike: Effect.fnUntraced(function* (point: FaultPoint) {
      const fault = take(point)
      if (fault === undefined) return false
      if (fault.delayMs > 0) yield* Effect.provideService(Effect.sleep(fault.delayMs), Clock.Clock, clock)
      return fault.fail
    })
  }
}

/**
 * The test controls, with the clock and the faults they control, which apply to everything run in this context
 * (GEN-014). `reload` restores the store's initial contents.
 */
export const layer = <R>({
  manifest,
  reload,
  token
}: Pick<TestControls["Service"], "manifest" | "token"> & {
  readonly reload: Effect.Effect<void, never, R>
}): Layer.Layer<TestControls, never, RateLimits | Credentials | R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const context = yield* Effect.context<R>()
      const limits = yield* RateLimits
      const credentials = yield* Credentials
      const real = yield* Clock.Clock
      let offset = 0
      const clock = movedClock(real, () => offset)
      const faults = makeFaults(real)

      const controls = TestControls.of({
        token,
        manifest,
        changeTime: (change) =>
          Effect.sync(() => {
            offset =
              "now" in change
                ? change.now.epochMilliseconds - real.currentTimeMillisUnsafe()
                : offset + Math.round(change.advanceSeconds * 1000)
            return DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
          }),
        armFault: (fault) =>
          Effect.sync(() => {
            faults.armed.set(fault.point, fault)
          }),
        listFaults: Effect.sync(() => [...faults.armed.values()]),
        reset: Effect.gen(function* () {
          offset = 0
          faults.armed.clear()
          yield* Effect.provideContext(reload, context)
          yield* limits.forget
          yield* credentials.forget
        })
      })

      return Context.make(TestControls, controls).pipe(
        Context.add(Clock.Clock, clock),
        Context.add(Faults, { strike: faults.strike })
      )
    })
  )
