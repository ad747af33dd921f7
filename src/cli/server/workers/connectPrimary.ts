import cluster from "node:cluster"
import { Deferred, Effect, Schema } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { SharedCounts } from "../../../layers/rateLimits/RateLimitsLayer.ts"
import { withinTurns } from "../../../layers/withinTurns.ts"
import { PrimaryMessage } from "./PrimaryMessage.ts"
import { PendingRequests } from "./PendingRequests.ts"
import type { WorkerMessage } from "./WorkerMessage.ts"

/** The process that started this one to serve a port with others. */
export interface Primary {
  /** Whether this is the worker that starts before there are any others. */
  readonly isFirst: boolean
  /** Reports that this worker accepts requests, and waits until all workers do. */
  readonly ready: (announcement: string) => Effect.Effect<void>
  /** Waits for the primary to request a stop. */
  readonly stopped: Effect.Effect<void>
  readonly counts: SharedCounts
  /** The metrics of all workers, given those of this one; undefined if the primary does not respond in time. */
  readonly metricsOfAll: (own: string) => Effect.Effect<string | undefined>
}

/** As for Redis: callers are promised a decision within 250 ms. */
const countDeadline = { ticks: 3, tickMillis: 50 }

/** Longer than the primary waits for the slowest worker. */
const metricsTimeout = "3 seconds"

const isPrimaryMessage = Schema.is(PrimaryMessage)

const send = (message: WorkerMessage) => {
  // Without a primary, this process is about to exit.
  process.send?.(message, undefined, undefined, () => {})
}

/** Starts listening to the primary. If the primary dies, `node:cluster` ends this process immediately. */
export const connectPrimary: Effect.Effect<Primary> = Effect.gen(function* () {
  const begun = yield* Deferred.make<void>()
  const stopped = yield* Deferred.make<void>()
  const context = yield* Effect.context<never>()
  type Windows = Extract<PrimaryMessage, { readonly _tag: "Taken" }>["windows"]
  const counting = new PendingRequests<Windows>()
  const totalling = new PendingRequests<string>()

  process.on("message", (message: unknown) => {
    if (!isPrimaryMessage(message)) return
    switch (message._tag) {
      case "Begin":
        return Deferred.doneUnsafe(begun, Effect.void)
      case "Stop":
        return Deferred.doneUnsafe(stopped, Effect.void)
      case "Taken":
        return counting.respond(message.id, message.windows)
      case "Totalled":
        return totalling.respond(message.id, message.text)
      case "Collect":
        return send({
          _tag: "Report",
          collection: message.collection,
          own: PrometheusMetrics.formatUnsafe(context)
        })
    }
  })

  return {
    isFirst: cluster.worker?.id === 1,
    ready: (announcement) =>
      Effect.andThen(
        Effect.sync(() => send({ _tag: "Ready", announcement })),
        Deferred.await(begun)
      ),
    stopped: Deferred.await(stopped),
    counts: {
      counter: "The primary process",
      take: (uses, now) =>
        Effect.promise(() =>
          withinTurns(
            counting.ask((id) => send({ _tag: "Take", id, uses, now })),
            countDeadline
          ).catch(() => undefined)
        ).pipe(
          Effect.map((windows) =>
            windows === undefined
              ? undefined
              : uses.flatMap(({ policy }, index) => {
                  const window = windows[index]
                  return window === undefined ? [] : [{ policy, ...window }]
                })
          )
        ),
      healthy: Effect.succeed(true),
      forget: Effect.sync(() => send({ _tag: "Forget" })),
      lastError: () => "no reply in time"
    },
    metricsOfAll: (own) =>
      Effect.promise(() => totalling.ask((id) => send({ _tag: "Total", id, own }))).pipe(
        Effect.timeoutOrElse({ duration: metricsTimeout, orElse: () => Effect.undefined })
      )
  }
})
