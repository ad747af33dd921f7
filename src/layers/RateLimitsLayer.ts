import { Clock, type Context, Effect, Layer, Metric, type Redacted, type Scope } from "effect"
import { RateLimits, type RateLimitWindow } from "../domain/ratelimit/RateLimits.ts"
import { metrics } from "../domain/shared/metrics.ts"
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
 * Counts in this process. A plain `Map` instead of the other twins' `TxHashMap`: counts are not transactional, since a
 * use stays spent when its request fails and is rolled back.
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

/** Counts that processes share; `undefined` without an answer in time. */
type SharedCounts = Effect.Success<ReturnType<typeof redisRateLimits>>

const fallbacks = metrics.rateLimitFallbacks.of({})

const logEveryMillis = 60_000

/** As `layerRedis`, over the given counts. */
export const layerShared = (shared: Effect.Effect<SharedCounts, never, Scope.Scope>): Layer.Layer<RateLimits> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const redis = yield* shared
      const local = localRateLimits()
      let loggedAt = Number.NEGATIVE_INFINITY

      const warn = (now: number) => {
        if (Math.abs(now - loggedAt) < logEveryMillis) return Effect.void
        loggedAt = now
        return Effect.logWarning("Redis does not answer: rate limits are counted by this process alone").pipe(
          Effect.annotateLogs("cause", redis.lastError())
        )
      }

      return {
        take: Effect.fnUntraced(function* (uses) {
          const now = yield* Clock.currentTimeMillis
          const shared = yield* redis.take(uses, now)
          if (shared === undefined) {
            yield* Metric.update(fallbacks, 1)
            yield* warn(now)
          }
          const windows = shared === undefined ? local.take(uses, now) : local.follow(uses, shared, now)
          count(windows, yield* Effect.context())
          return windows
        }),
        healthy: redis.healthy,
        forget: Effect.andThen(Effect.sync(local.clear), redis.forget)
      }
    })
  )

/**
 * Counts in Redis, shared by all processes. While Redis is unavailable, at startup too, this process counts alone, on
 * from what Redis had counted, and logs at most one warning a minute; a decision never takes longer than 250 ms.
 */
export const layerRedis = (options: { readonly url: Redacted.Redacted }): Layer.Layer<RateLimits> =>
  layerShared(redisRateLimits(options.url))
