import { Effect } from "effect"
import { MetricsOfAll } from "../../../domain/shared/MetricsOfAll.ts"
import { PrimaryCounts } from "../../../layers/rateLimits/RateLimitsLayer.ts"
import { runServer } from "../runServer.ts"
import { connectPrimary } from "./connectPrimary.ts"

/** Serves as one of several processes, until the primary requests a stop or this process is interrupted. */
export const runWorker = Effect.fnUntraced(function* (options: { readonly demo: boolean; readonly json: boolean }) {
  const primary = yield* connectPrimary
  yield* Effect.raceFirst(
    runServer({ ...options, primary }).pipe(
      Effect.provideService(PrimaryCounts, primary.counts),
      Effect.provideService(MetricsOfAll, primary.metricsOfAll)
    ),
    primary.stopped
  )
})
