import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkTimeZones, timeZoneCheck } from "../../src/cli/doctor/checkTimeZones.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const start = DateTime.makeUnsafe("2026-03-27T12:00:00Z")
const hour = 3600

describe("the check of time zones", () => {
  it("names a zone whose clocks change on another day in the database, and the day", () => {
    // The clocks go forward on 29 March.
    const agrees = { zone: "Europe/Lisbon", offsets: [0, 0, hour, hour] }
    assert.strictEqual(timeZoneCheck([agrees], start).status, "ok")
    const late = { zone: "Europe/Lisbon", offsets: [0, 0, 0, hour] }
    const { detail, status } = timeZoneCheck([late, { ...agrees, zone: "Europe/London" }], start)
    assert.strictEqual(status, "warn")
    assert.include(detail, " differ on Europe/Lisbon (from 2026-03-29): ")
  })

  it("names what one of them does not know, and at most five zones", () => {
    const zones = ["A", "B", "C", "D", "E", "F", "G"].map((zone) => ({ zone, offsets: [0] }))
    const unknown = timeZoneCheck([{ zone: "Europe/Lisbon", offsets: null }, ...zones], start)
    const names = ["A", "B", "C", "D"].map((zone) => `${zone} (unknown to Node)`).join(", ")
    assert.include(unknown.detail, `on Europe/Lisbon (unknown to the database), ${names}, 3 more: `)
  })
})

layer(Postgres.layer)("the time zones of venues", (it) => {
  it.effect("are those that the database takes, and one that it does not know is a warning", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(demoWithoutCities(start))
      const [distinct] = yield* sql<{ zones: number }>`SELECT count(DISTINCT timezone)::int AS zones FROM properties`
      const { detail, status } = yield* checkTimeZones
      assert.deepStrictEqual(
        [status, detail],
        ["ok", `Node and the database agree on those of the venues (${distinct?.zones})`]
      )
      yield* sql`UPDATE properties SET timezone = 'europe/lisbon' WHERE id = (SELECT min(id) FROM properties)`
      assert.strictEqual((yield* checkTimeZones).status, "ok", "names are not case-sensitive")
      yield* sql`UPDATE properties SET timezone = 'Europe/Atlantis' WHERE id = (SELECT min(id) FROM properties)`
      const missing = yield* checkTimeZones
      assert.strictEqual(missing.status, "warn")
      assert.include(missing.detail, " differ on Europe/Atlantis (unknown to the database): ")
    })
  )
})
