import { DateTime, Effect, Metric } from "effect"
import { metrics } from "../shared/metrics.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

const lagSeconds = metrics.arrivalRebuildLagSeconds.of({})

/** Records how long the changes whose rebuild is complete had waited: those with the ids `removed`. */
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
