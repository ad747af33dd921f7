import { Context, type DateTime, type Effect, Schema } from "effect"
import { faultPoints } from "../shared/Faults.ts"

const instant = Schema.DateTimeUtcFromString.check(
  Schema.makeFilter(({ epochMilliseconds }) => epochMilliseconds >= 0 && epochMilliseconds < 2 ** 43, {
    expected: "an instant from 1970 to 2248"
  })
)

/** The time to go by from now on; it passes as before. */
export const TimeSet = Schema.Struct({ now: instant })

/** How far to move the time; backwards when negative. Ten years at most, so that every instant stays a date. */
export const TimeMove = Schema.Struct({
  advanceSeconds: Schema.Finite.check(Schema.isBetween({ minimum: -315_360_000, maximum: 315_360_000 }))
})

export const TimeChange = Schema.Union([TimeSet, TimeMove])
export type TimeChange = typeof TimeChange.Type

/** The next `times` visits of a point wait `delayMs` and then fail, unless `fail` is false. */
export const ArmedFault = Schema.Struct({
  point: Schema.Literals(faultPoints),
  times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
  delayMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600_000 })),
  fail: Schema.Boolean
})
export type ArmedFault = typeof ArmedFault.Type

/** What tests do to a running process (GEN-014). There is none in a process that was not started for tests. */
export class TestControls extends Context.Service<
  TestControls,
  {
    /** Answers the time it is now. Waits and deadlines stay real. */
    readonly changeTime: (change: TimeChange) => Effect.Effect<DateTime.Utc>
    /** Replaces what is armed at the fault's point. */
    readonly armFault: (fault: ArmedFault) => Effect.Effect<void>
    /** What still waits to strike, by point. */
    readonly listFaults: Effect.Effect<ReadonlyArray<ArmedFault>>
    /** The demo data as first loaded, the real time, no faults, no counts, nothing remembered of keys. */
    readonly reset: Effect.Effect<void>
  }
>()("hub/domain/testing/TestControls") {}
