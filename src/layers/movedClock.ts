import { type Clock, Effect } from "effect"

/** `clock` with its time shifted by `offset` milliseconds. Sleeping and measuring stay real, so deadlines hold. */
export const movedClock = (clock: Clock.Clock, offset: () => number): Clock.Clock => {
  const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() + offset()
  const currentTimeNanosUnsafe = () => clock.currentTimeNanosUnsafe() + BigInt(offset()) * 1_000_000n
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}
