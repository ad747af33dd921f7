import { Clock, Effect, Layer, Metric, type Redacted } from "effect"
import { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { localRateLimits } from "./localRateLimits.ts"
import { redisRateLimits } from "./redisRateLimits.ts"

/**
 * Counts in this process. A plain `Map` and not the `TxHashMap` of the other twins: counts are no transactional data,
 * since a use stays spent when the request it let in fails and is rolled back.
 */
export const layerMemory: Layer.Layer<RateLimits> = Layer.sync(RateLimits, () => {
  const local = localRateLimits()
  return {
    take: (uses) => Clock.clockWith((clock) => Effect.succeed(local.take(uses, clock.currentTimeMillisUnsafe()))),
    healthy: Effect.succeed(true)
  }
})

/** Decisions made by local counts because Redis did not answer. */
export const rateLimitFallbacks = Metric.counter("hub_rate_limit_fallback_total", {
  description: "Rate limit decisions made by this process alone because Redis did not answer",
  incremental: true
})

const logEveryMillis = 60_000

/**
 * Counts in Redis, shared by all processes. While Redis is away, at start too, this process counts alone and at most one
 * warning a minute says so; a decision takes no longer than 250 ms either way.
 */
export const layerRedis = (options: { readonly url: Redacted.Redacted }): Layer.Layer<RateLimits> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const redis = yield* redisRateLimits(options.url)
      const local = localRateLimits()
      let loggedAt = Number.NEGATIVE_INFINITY

      const warn = (now: number) => {
        if (Math.abs(now - loggedAt) < logEveryMillis) return Effect.void
        loggedAt = now
        return Effect.logWarning("Redis does not answer: rate limits are counted by this process alone").pipe(
          Effect.annotateLogs("cause", redis.trouble())
        )
      }

      return {
        take: Effect.fnUntraced(function* (uses) {
          const now = yield* Clock.currentTimeMillis
          const shared = yield* redis.take(uses, now)
          if (shared !== undefined) return shared
          yield* Metric.update(rateLimitFallbacks, 1)
          yield* warn(now)
          return local.take(uses, now)
        }),
        healthy: redis.healthy
      }
    })
  )
