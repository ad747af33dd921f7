import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Schema, String } from "effect"
import { SqlClient } from "effect/sql"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { type DatasetName, datasetNames } from "../../src/domain/dataset/Dataset.ts"
import { referredBy } from "../../src/domain/dataset/Table.ts"
import { tableOf, tables } from "../../src/domain/dataset/tables.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00.123Z")
const dataset = demoDataset(now)

/** References without a constraint: table, column with a list of ids, and the table of these ids. */
const lists: ReadonlyArray<readonly [DatasetName, string, DatasetName]> = [
  ["apiKeys", "venueIds", "properties"],
  ["operators", "venueIds", "properties"],
  ["messagingGrants", "audienceTeamIds", "teams"],
  ["entitlements", "venueIds", "properties"]
]

/** The values of some fields of each row, without rows that have a null among them. */
const tuples = (name: DatasetName, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  dataset[name].flatMap((row) => {
    const entries = new Map<string, unknown>(Object.entries(row))
    const values = fields.map((field) => entries.get(field))
    return values.includes(null) ? [] : [values.join(" ")]
  })

const isDatasetName = (name: string): name is DatasetName => name in dataset

const column = (name: DatasetName, key: string): ReadonlyArray<unknown> =>
  dataset[name]
    .flatMap((row): ReadonlyArray<unknown> => Object.entries(row).flatMap(([k, value]) => (k === key ? value : [])))
    .filter((value) => value !== null)

const encoded = (name: DatasetName, rows: ReadonlyArray<unknown>) => {
  const encode = Schema.encodeUnknownSync(Schema.toCodecJson(tables[name].row))
  return rows.map((row) => encode(row))
}

describe("demoDataset", () => {
  it("is identical for every time within the same second", () => {
    const again = demoDataset(DateTime.makeUnsafe("2026-03-01T12:00:00.900Z"))
    for (const name of datasetNames) assert.deepStrictEqual(encoded(name, again[name]), encoded(name, dataset[name]))
  })

  it("has the same ids and secrets at any time", () => {
    const later = demoDataset(DateTime.makeUnsafe("2027-10-31T00:30:00Z"))
    const stable = (row: object) =>
      Object.entries(row).filter(([key]) => /(^|[a-z])(id|ids|xid)$|Hash$|prefix|slug|seq/i.test(key))
    for (const name of datasetNames) assert.deepStrictEqual(later[name].map(stable), dataset[name].map(stable))
  })

  it("has rows that fit their tables' schemas, also after a round trip through JSON", () => {
    for (const name of datasetNames) {
      // A session begins with a sign-in.
      if (name !== "operatorSessions") assert.isAbove(dataset[name].length, 0, name)
      const decode = Schema.decodeUnknownSync(Schema.toCodecJson(tables[name].row))
      const is = Schema.is(tables[name].row)
      for (const row of dataset[name]) {
        assert.isTrue(is(row), `${name} ${JSON.stringify(row)}`)
        const [wire] = encoded(name, [row])
        assert.deepStrictEqual(encoded(name, [decode(JSON.parse(JSON.stringify(wire)))]), [wire])
      }
    }
  })

  it("refers only to its own rows", () => {
    for (const name of datasetNames) {
      for (const [constraint, reference] of Object.entries(tableOf[name].references ?? {})) {
        assert(isDatasetName(reference.to), constraint)
        const there = new Set(tuples(reference.to, referredBy(reference)))
        for (const tuple of tuples(name, reference.fields)) assert.isTrue(there.has(tuple), `${constraint} ${tuple}`)
      }
    }
    for (const [name, key, target] of lists) {
      const there = new Set(column(target, "id"))
      for (const id of column(name, key)) assert.isTrue(there.has(id), `${name}.${key} ${id}`)
    }
    const resources = {
      action: new Set<number>(dataset.actions.map(({ id }) => id)),
      message: new Set<number>(dataset.messages.map(({ id }) => id))
    }
    for (const event of dataset.messagingEvents) assert.isTrue(resources[event.resourceType].has(event.resourceId))
    const xids = new Set([...column("actions", "xid"), ...column("messages", "xid")])
    for (const xid of [...column("messages", "actionXid"), ...column("messages", "replyToXid")]) {
      assert.isTrue(xids.has(xid), `${xid}`)
    }
  })

  it("uses every id and every secret once", () => {
    const ids = datasetNames.flatMap((name) =>
      ["xid", "documentId", "secretHash", "identitySubject"].flatMap((key) => column(name, key))
    )
    const teams: ReadonlyArray<unknown> = column("teams", "xid")
    assert.lengthOf(new Set(ids.filter((id) => !teams.includes(id))), ids.length - teams.length)
    for (const name of datasetNames) assert.lengthOf(new Set(column(name, "id")), column(name, "id").length)
  })
})

layer(Postgres.layer)("demoDataset in a database", (it) => {
  it.effect("is accepted by every constraint", () =>
    Effect.gen(function* () {
      yield* insertDataset(dataset)
      const sql = yield* SqlClient.SqlClient
      for (const name of datasetNames) {
        const rows = yield* sql.unsafe(`SELECT 1 FROM ${String.camelToSnake(name)}`)
        assert.lengthOf(rows, dataset[name].length, name)
      }
    })
  )
})
