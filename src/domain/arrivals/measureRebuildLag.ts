import { DateTime, Effect, Metric } from "effect"
import { metrics } from "../shared/metrics.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

const lagSeconds = metrics.arrivalRebuildLagSeconds.of({})

/** Measures how long those changes waited whose rebuild is complete: `removed` are the ids of their queue entries. */
export const measureRebuildLag = Effect.fnUntraced(function* (
  changes: ReadonlyArray<ArrivalRebuild>,
  removed: ReadonlyArray<ArrivalRebuild["id"]>
) {
  const now = yield* DateTime.now
  for (const { changedAt, id } of changes) {
    if (!removed.includes(id)) continue
    const lag = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(changedAt)
    yield* Metric.update(lagSeconds, Math.max(0, lag) / 1000)
  }
})
