import { Context, type DateTime, type Effect, type Redacted, Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { faultPoints } from "../shared/Faults.ts"
import { IsoInstant } from "../shared/IsoInstant.ts"

const instant = IsoInstant.check(
  Schema.makeFilter(({ epochMilliseconds }) => epochMilliseconds >= 0 && epochMilliseconds < 2 ** 43, {
    expected: "an instant from 1970 to 2248"
  })
)

/** Sets the current time; the clock keeps running. */
export const TimeSet = Schema.Struct({ now: instant })

/** How far to move the clock; backwards when negative. At most ten years, so that every instant stays a valid date. */
export const TimeMove = Schema.Struct({
  advanceSeconds: Schema.Finite.check(Schema.isBetween({ minimum: -315_360_000, maximum: 315_360_000 }))
})

export const TimeChange = Schema.Union([TimeSet, TimeMove])
export type TimeChange = typeof TimeChange.Type

/** The next `times` visits of a fault point wait `delayMs` and then fail, unless `fail` is false. */
export const ArmedFault = Schema.Struct({
  point: Schema.Literals(faultPoints),
  times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
  delayMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600_000 })),
  fail: Schema.Boolean
})
export type ArmedFault = typeof ArmedFault.Type

/** The request does not carry the token of the test controls. */
export class TestControlsRefused extends Schema.TaggedError<TestControlsRefused>()("TestControlsRefused", {}) {
  static readonly failure: Failure = {
    kind: "unauthenticated",
    code: "test_controls_refused",
    title: "The token of the test controls is missing or not accepted"
  }
  override get message() {
    return "Send the token of the test controls as a bearer token"
  }
}

/** Test controls of a running process (GEN-014). Present only in a process started for tests. */
export class TestControls extends Context.Service<
  TestControls,
  {
    /** The token that requests must carry, if any. */
    readonly token: Redacted.Redacted | undefined
    /** The ids, keys and tokens of the demo data, for a service at `baseUrl`. Absent without that data. */
    readonly manifest: ((baseUrl: string) => Effect.Effect<object>) | undefined
    /** Returns the resulting time. Timers and deadlines are not affected. */
    readonly changeTime: (change: TimeChange) => Effect.Effect<DateTime.Utc>
    /** Replaces the fault armed at the same point. */
    readonly armFault: (fault: ArmedFault) => Effect.Effect<void>
    /** The armed faults with remaining strikes, by point. */
    readonly listFaults: Effect.Effect<ReadonlyArray<ArmedFault>>
    /** Restores the initial demo data and the real time; clears faults, counts and cached keys. */
    readonly reset: Effect.Effect<void>
  }
>()("hub/domain/testing/TestControls") {}
