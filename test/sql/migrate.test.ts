import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Progress, type Share } from "../../src/domain/shared/Progress.ts"
import { migrate, migrations } from "../../src/sql/migrations.ts"
import { SchemaForeign, SchemaNewer } from "../../src/sql/SchemaErrors.ts"
import { layerEmpty } from "../support/servers/emptyDatabase.ts"

const tableNames = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql.unsafe("SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"),
    (rows) => rows.map((row) => Reflect.get(row, "name"))
  )
)

const run = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

/** Runs a test body on an empty database of its own. */
const onDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.provide(effect, layerEmpty)

describe("migrate", () => {
  it.live("applies every migration once", () =>
    onDatabase(
      Effect.gen(function* () {
        const all = yield* migrations
        const shares: Array<Share | undefined> = []
        const progress = (_task: string, share?: Share) => Effect.sync(() => void shares.push(share))
        assert.lengthOf(yield* Effect.provideService(migrate, Progress, progress), all.length)
        assert.deepStrictEqual(
          shares,
          all.map((_, index) => ({ done: index + 1, all: all.length, unit: "migrations" }))
        )
        assert.deepStrictEqual(yield* migrate, [])
      })
    )
  )

  it.live("refuses the tables of another program, and leaves nothing behind", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* run("CREATE TABLE members (id uuid)")
        yield* run("CREATE TABLE brands (id uuid)")
        const error = yield* Effect.flip(migrate)
        assert.instanceOf(error, SchemaForeign)
        assert.include(error.message, "it has brands, members. Nothing was changed.")
        assert.include(error.message, "DATABASE_URL")
        assert.deepStrictEqual(yield* tableNames, ["brands", "members"])
      })
    )
  )

  it.live("refuses the migrations of another program with the same library", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* run("CREATE TABLE effect_sql_migrations (migration_id integer, created_at timestamptz, name text)")
        yield* run("INSERT INTO effect_sql_migrations VALUES (1, now(), 'users'), (2, now(), 'posts')")
        const error = yield* Effect.flip(migrate)
        assert.instanceOf(error, SchemaForeign)
        assert.include(error.message, "0001_users")
        assert.deepStrictEqual(yield* tableNames, ["effect_sql_migrations"])
      })
    )
  )

  it.live("refuses a schema of a newer release", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* migrate
        yield* run("INSERT INTO effect_sql_migrations VALUES (9001, now(), 'later')")
        const error = yield* Effect.flip(migrate)
        assert.instanceOf(error, SchemaNewer)
        assert.include(error.message, "it has 9001_later")
      })
    )
  )

  it.live("leaves nothing of a migration that fails, nor of those before it", () =>
    onDatabase(
      Effect.gen(function* () {
        // Not a table of a dataset, so that only the migration itself fails on it.
        yield* run("CREATE TABLE cluster_runners (id integer)")
        assert.strictEqual((yield* Effect.flip(migrate))._tag, "MigrationError")
        assert.deepStrictEqual(yield* tableNames, ["cluster_runners"])
      })
    )
  )
})
