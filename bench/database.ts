import { DateTime, Duration, Effect, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { demoDataset } from "../src/demo/demoDataset.ts"
import * as DatabaseLayer from "../src/layers/DatabaseLayer.ts"
import { insertDataset } from "../src/sql/DatasetSql.ts"
import { migrate } from "../src/sql/migrations.ts"

const administration = process.env["DATABASE_URL"] ?? "postgresql://postgres@127.0.0.1:5432/postgres"

/** Long enough for a load of millions of rows. */
const statementTimeout = Duration.minutes(10)

export const layerOf = (url: string) =>
  DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 2, statementTimeout })

/** Runs an effect on the database at `url` with connections of its own. */
export const onDatabase = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, layerOf(url), { local: true })

const administer = (statement: string) =>
  onDatabase(
    administration,
    SqlClient.SqlClient.use((sql) => sql.unsafe(statement).unprepared)
  )

/** A database for this run: migrated, with the demo data, dropped at the end. Returns its URL. */
export const benchDatabase = (purpose: string): Effect.Effect<string, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const name = `hub_bench_${purpose}_${process.pid}`
    yield* Effect.acquireRelease(administer(`CREATE DATABASE ${name}`), () =>
      Effect.ignore(administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    )
    const url = new URL(administration)
    url.pathname = `/${name}`
    yield* onDatabase(
      url.href,
      Effect.gen(function* () {
        yield* migrate
        yield* insertDataset(demoDataset(yield* DateTime.now))
      })
    )
    return url.href
  })
