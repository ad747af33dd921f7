import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { availableParallelism } from "node:os"
import { read, refused } from "../support/configuration.ts"

const server = { DATABASE_URL: "postgres://localhost/hub" }
const serve = { serve: true } as const

describe("workers", () => {
  it.effect("are one by default, with the whole pool", () =>
    Effect.gen(function* () {
      const { databasePool, workers } = yield* read({ ...server, HUB_DATABASE_POOL: "3" }, serve)
      assert.deepStrictEqual([workers, databasePool], [1, 3])
    })
  )

  it.effect("are as many as HUB_WORKERS, unless --workers overrides it; `auto` is one per core", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({ ...server, HUB_WORKERS: "3" }, serve)).workers, 3)
      assert.strictEqual((yield* read({ ...server, HUB_WORKERS: "3" }, { serve: true, workers: 2 })).workers, 2)
      assert.strictEqual((yield* read({ ...server, HUB_WORKERS: "auto" }, serve)).workers, availableParallelism())
      for (const HUB_WORKERS of ["0", "257", "-1", "2.5", "all"]) {
        const { message } = yield* refused({ ...server, HUB_WORKERS }, serve)
        assert.include(message, "HUB_WORKERS must be auto or an integer from 1 to 256")
      }
    })
  )

  it.effect("share the pool, with at least 4 connections for each", () =>
    Effect.gen(function* () {
      const poolOf = Effect.fnUntraced(function* (workers: number, HUB_DATABASE_POOL: string) {
        return (yield* read({ ...server, HUB_DATABASE_POOL }, { serve: true, workers })).databasePool
      })
      assert.strictEqual(yield* poolOf(2, "16"), 8)
      assert.strictEqual(yield* poolOf(3, "16"), 5)
      assert.strictEqual(yield* poolOf(4, "16"), 4)
      assert.strictEqual(yield* poolOf(8, "16"), 4)
    })
  )

  it.effect("apply only to `hub serve`: other commands have the whole pool and every store", () =>
    Effect.gen(function* () {
      const { databasePool, workers } = yield* read({ HUB_WORKERS: "4" })
      assert.deepStrictEqual([workers, databasePool], [1, 16])
    })
  )

  it.effect("are refused if each would have data, a clock or faults of its own", () =>
    Effect.gen(function* () {
      for (const store of ["embedded", "memory"] as const) {
        const { message } = yield* refused(server, { serve: true, workers: 2, store })
        assert.include(message, `--workers must be 1 with the ${store} store`)
      }
      assert.include(
        (yield* refused({ HUB_WORKERS: "2" }, serve)).message,
        "HUB_WORKERS must be 1 with the embedded store"
      )
      const controlled = { ...server, HUB_WORKERS: "2", HUB_TEST_CONTROLS: "1" }
      assert.include((yield* refused(controlled, serve)).message, "HUB_WORKERS must be 1 with HUB_TEST_CONTROLS")
    })
  )
})
