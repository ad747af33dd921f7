import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { Readiness } from "../domain/shared/Readiness.ts"

/** A probe may not hang: what does not answer in a second is away. */
const answers = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.as(true),
    Effect.timeout("1 second"),
    Effect.catchCause(() => Effect.succeed(false))
  )

/**
 * Over a database. Redis away does not make the process unready: requests go on by local limits, and `/readyz` only
 * says so.
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
