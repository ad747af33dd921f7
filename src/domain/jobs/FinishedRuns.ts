import { Context, Effect } from "effect"

/** The record of finished job runs, from whatever schedules the jobs. By default there is none. */
export const FinishedRuns = Context.Reference<{
  /** Removes some of the runs past their retention, by the real clock; returns how many, 0 once there are none left. */
  readonly removeOld: Effect.Effect<number>
}>("hub/domain/jobs/FinishedRuns", {
  defaultValue: () => ({ removeOld: Effect.succeed(0) })
})
