import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { eventually } from "../support/eventually.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { partnerRead, partnerWrite, read } from "./racing.ts"

/** A schedule on which no job is due while a test runs. */
const never = { HUB_JOBS_CRON: "0 0 29 2 *" }

const override = `/loyalty/benefits/${demoIds.benefits["lounge"]}/venue-overrides/${demoIds.venues.V1}`

const rename = Effect.fnUntraced(function* (name: string) {
  const { one } = yield* Pair
  const changed = yield* one.call(partnerWrite("PUT", override, { overriddenName: name }))
  assert.strictEqual(changed.status, 200, changed.text)
})

/** Number of changes that wait for a rebuild. */
const queued = Effect.flatMap(Pair, ({ database }) =>
  Effect.map(database.value("SELECT count(*) FROM arrival_rebuilds"), Number)
)
/** Number of arrival tasks whose benefits have the name. */
const showing = (name: string) =>
  Effect.flatMap(Pair, ({ database }) =>
    Effect.map(
      database.value("SELECT count(*) FROM arrival_tasks WHERE benefits::text LIKE '%' || $1 || '%'", [name]),
      Number
    )
  )

postgres.describe("changes of benefits, while no job is due", () => {
  layer(pair({ HUB_JOBS: "1", ...never }), { excludeTestServices: true })((it) => {
    it.effect("DOMAIN 6.2, A-123: the process that makes a change rebuilds the arrival tasks at once", () =>
      Effect.gen(function* () {
        yield* rename("Library")
        yield* eventually(
          "the tasks follow",
          Effect.map(showing("Library"), (count) => count > 0)
        )
        yield* eventually(
          "no change waits",
          Effect.map(queued, (count) => count === 0)
        )
        yield* Effect.forEach(["a", "b", "c", "d", "e", "f", "Winter garden"], rename, { discard: true })
        yield* eventually(
          "the tasks follow the last change",
          Effect.map(showing("Winter garden"), (count) => count > 0)
        )
        yield* eventually(
          "no change waits",
          Effect.map(queued, (count) => count === 0)
        )
      })
    )
  })
})

postgres.describe("changes of benefits in processes without jobs", () => {
  layer(pair({ HUB_JOBS: "0" }), { excludeTestServices: true })((it) => {
    it.effect("A-123, MEM-053: wait for a read through any process, which shows them", () =>
      Effect.gen(function* () {
        yield* rename("Library")
        yield* Effect.sleep("1 second")
        assert.deepStrictEqual([yield* showing("Library"), yield* queued], [0, 1])
        const { text } = yield* read(partnerRead(`/arrivals?limit=100&propertyIds=${demoIds.venues.V1}`))
        assert.include(text, '"overriddenName":"Library"')
        assert.isAbove(yield* showing("Library"), 0)
        assert.strictEqual(yield* queued, 0)
      })
    )
  })
})
