import { assert } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { hub, hubProcess, type Run, temporaryDirectory } from "./hub.ts"

/** The demo data in a data directory; no process has it open between tests. */
export class SeededData extends Context.Service<
  SeededData,
  {
    /** Runs the binary on the data. */
    readonly run: (...args: ReadonlyArray<string>) => Effect.Effect<Run>
    /** Runs a statement as the owner of the database. */
    readonly tamper: (statement: string) => Effect.Effect<void>
  }
>()("test/support/SeededData") {
  static readonly layer = Layer.effect(
    SeededData,
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const environment = { HUB_DATA_DIR: directory }
      const seeded = yield* hub(environment, "seed", "--json")
      assert.deepStrictEqual(seeded.at(""), { loaded: true }, seeded.stderr)
      return SeededData.of({
        run: (...args) => hubProcess(environment, ...args),
        tamper: (statement) =>
          Effect.promise(async () => {
            const db = await PGlite.create({ dataDir: join(directory, "postgres"), extensions: { pg_trgm } })
            await db.exec(`SET session_replication_role = replica; ${statement}`)
            await db.close()
          })
      })
    })
  )
}
