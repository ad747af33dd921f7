import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimits } from "../domain/ratelimit/RateLimits.ts"
import { Readiness } from "../domain/shared/Readiness.ts"
import { Configuration } from "./Configuration.ts"
import { makeReadiness, type Probe } from "./readiness/makeReadiness.ts"
import { upstreamProbes } from "./readiness/upstreamProbes.ts"

/** Often enough to notice an outage, rarely enough that nobody can load a dependency through `/readyz`. */
const every = "1 second"

/**
 * The database is required by every request. Without Redis, requests continue on local limits, so it is only reported.
 */
const make = Effect.fnUntraced(function* (look: Probe["look"]) {
  const limits = yield* RateLimits
  const readiness = yield* makeReadiness([
    { name: "database", isRequired: true, every, look },
    {
      name: "rateLimits",
      isRequired: false,
      every,
      look: Effect.map(limits.healthy, (isHealthy) => (isHealthy ? undefined : "counted by each process alone"))
    },
    ...upstreamProbes(yield* Configuration)
  ])
  // Results age in real time, even if a test sets the clock.
  return Readiness.of({ check: Effect.provideService(readiness.check, Clock.Clock, Clock.Clock.defaultValue()) })
})

/** For a database. */
export const layerSql = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* make(Effect.as(Effect.orDie(sql`SELECT 1`), undefined))
  })
)

export const layerMemory = Layer.effect(Readiness, make(Effect.undefined))
