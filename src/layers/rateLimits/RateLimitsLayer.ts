import { Clock, Context, Effect, Layer, Metric, type Redacted, type Scope } from "effect"
import { RateLimits, type RateLimitUse, type RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"
import { metrics } from "../../domain/shared/metrics.ts"
import { localRateLimits } from "./localRateLimits.ts"
import { redisRateLimits } from "./redisRateLimits.ts"

type Decisions = { readonly [Outcome in "passed" | "refused"]: Metric.Metric<number, unknown> }

const decisions = new Map<string, Decisions>()

const decisionsOf = (policy: string): Decisions => {
  let counters = decisions.get(policy)
  if (counters === undefined) {
    counters = {
      passed: metrics.rateLimitDecisions.of({ policy, outcome: "passed" }),
      refused: metrics.rateLimitDecisions.of({ policy, outcome: "refused" })
    }
    decisions.set(policy, counters)
  }
  return counters
}

const count = (windows: ReadonlyArray<RateLimitWindow>, context: Context.Context<never>) => {
  for (const { exceeded, policy } of windows) {
    const { passed, refused } = decisionsOf(policy.name)
    const decision = exceeded ? refused : passed
    decision.updateUnsafe(1, context)
  }
}

/**
 * Counts in this process. A plain `Map` instead of the other twins' `TxHashMap`: counts are not transactional, because
 * a request that fails and rolls back has still used its limit.
 */
export const layerMemory: Layer.Layer<RateLimits> = Layer.sync(RateLimits, () => {
  const local = localRateLimits()
  return {
    take: (uses) =>
      Effect.withFiber((fiber) => {
        const windows = local.take(uses, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
        count(windows, fiber.context)
        return Effect.succeed(windows)
      }),
    healthy: Effect.succeed(true),
    forget: Effect.sync(local.clear)
  }
})

/** Counts shared by several processes. `take` returns undefined if there is no answer in time. */
export interface SharedCounts {
  /** The name of the counting system, as the subject of a log message. */
  readonly counter: string
  readonly take: (
    uses: ReadonlyArray<RateLimitUse>,
    now: number
  ) => Effect.Effect<ReadonlyArray<RateLimitWindow> | undefined>
  readonly healthy: Effect.Effect<boolean>
  readonly forget: Effect.Effect<void>
  /** Why the last call went unanswered. */
  readonly lastError: () => string
}

/** The counts of the primary process, in a worker that shares a port with others; undefined in any other process. */
export const PrimaryCounts = Context.Reference<SharedCounts | undefined>("hub/layers/PrimaryCounts", {
  defaultValue: () => undefined
})

const fallbacks = metrics.rateLimitFallbacks.of({})

const logEveryMillis = 60_000

/** Like `layerRedis`, over any shared counts. */
export const layerShared = (shared: Effect.Effect<SharedCounts, never, Scope.Scope>): Layer.Layer<RateLimits> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const counts = yield* shared
      const local = localRateLimits()
      let loggedAt = Number.NEGATIVE_INFINITY

      const warn = (now: number) => {
        if (Math.abs(now - loggedAt) < logEveryMillis) return Effect.void
        loggedAt = now
        return Effect.logWarning(
          `${counts.counter} does not answer: rate limits are counted by this process alone`
        ).pipe(Effect.annotateLogs("cause", counts.lastError()))
      }

      return {
        take: Effect.fnUntraced(function* (uses) {
          const now = yield* Clock.currentTimeMillis
          const shared = yield* counts.take(uses, now)
          if (shared === undefined) {
            yield* Metric.update(fallbacks, 1)
            yield* warn(now)
          }
          const windows = shared === undefined ? local.take(uses, now) : local.follow(uses, shared, now)
          count(windows, yield* Effect.context())
          return windows
        }),
        healthy: counts.healthy,
        forget: Effect.andThen(Effect.sync(local.clear), counts.forget)
      }
    })
  )

/**
 * Counts in Redis, shared by all processes. While Redis is unavailable, also at startup, this process counts alone,
 * continuing from the last counts of Redis, and logs at most one warning a minute; a decision never takes longer than
 * 250 ms.
 */
export const layerRedis = (options: { readonly url: Redacted.Redacted }): Layer.Layer<RateLimits> =>
  layerShared(redisRateLimits(options.url))

/** Counts in this process, or for a worker in its primary process. */
export const layerLocal: Layer.Layer<RateLimits> = Layer.unwrap(
  Effect.map(PrimaryCounts, (counts) => (counts === undefined ? layerMemory : layerShared(Effect.succeed(counts))))
)
