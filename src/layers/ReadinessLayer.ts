import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { Readiness } from "../domain/shared/Readiness.ts"

/** A probe must not hang: a dependency that does not answer within a second counts as unavailable. */
const answers = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.as(true),
    Effect.timeout("1 second"),
    Effect.catchCause(() => Effect.succeed(false))
  )

/**
 * For a database. The process stays ready without Redis, since requests continue on local limits; `/readyz` only
 * reports it.
 */
export const layerSql = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const limits = yield* RateLimits
    return Readiness.of({
      check: Effect.all({ database: answers(sql`SELECT 1`), rateLimits: limits.healthy }, { concurrency: 2 })
    })
  })
)

export const layerMemory = Layer.effect(
  Readiness,
  Effect.map(RateLimits, (limits) =>
    Readiness.of({ check: Effect.map(limits.healthy, (rateLimits) => ({ database: true, rateLimits })) })
  )
)
