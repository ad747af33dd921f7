import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Schema, String } from "effect"
import { SqlClient } from "effect/sql"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { type TableName, tables } from "../../src/domain/dataset/Dataset.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/Postgres.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00.123Z")
const dataset = demoDataset(now)
const names = Object.keys(tables).filter((name): name is TableName => name in tables)

/** Table, column, and the table whose `id` the column holds. */
const references: ReadonlyArray<readonly [TableName, string, TableName]> = [
  ["organizationIdentities", "organizationId", "organizations"],
  ["brands", "organizationId", "organizations"],
  ["properties", "brandId", "brands"],
  ["propertyDetails", "propertyId", "properties"],
  ["integrations", "organizationId", "organizations"],
  ["apiKeys", "organizationId", "organizations"],
  ["apiKeys", "integrationId", "integrations"],
  ["apiKeys", "venueIds", "properties"],
  ["workspaces", "organizationId", "organizations"],
  ["workspaceCounters", "workspaceId", "workspaces"],
  ["teams", "workspaceId", "workspaces"],
  ["messagingGrants", "integrationId", "integrations"],
  ["messagingGrants", "workspaceId", "workspaces"],
  ["messagingGrants", "audienceTeamIds", "teams"],
  ["operators", "organizationId", "organizations"],
  ["operators", "venueIds", "properties"],
  ["tiers", "programId", "programs"],
  ["enrolments", "tierId", "tiers"],
  ["enrolments", "memberId", "members"],
  ["guests", "memberId", "members"],
  ["conversations", "guestId", "guests"],
  ["conversations", "workspaceId", "workspaces"],
  ["actions", "workspaceId", "workspaces"],
  ["actions", "guestId", "guests"],
  ["actions", "propertyId", "properties"],
  ["actions", "teamId", "teams"],
  ["actions", "ownerIntegrationId", "integrations"],
  ["actions", "ownerOperatorId", "operators"],
  ["messages", "conversationId", "conversations"],
  ["messages", "teamId", "teams"],
  ["messagingEvents", "workspaceId", "workspaces"],
  ["messagingEvents", "guestId", "guests"],
  ["reservations", "propertyId", "properties"],
  ["reservations", "memberId", "members"],
  ["legacyReservations", "reservationId", "reservations"],
  ["arrivalTasks", "reservationId", "reservations"],
  ["arrivalTasks", "propertyId", "properties"],
  ["arrivalTasks", "memberId", "members"],
  ["notifications", "memberId", "members"],
  ["favorites", "memberId", "members"],
  ["benefitVenues", "benefitId", "benefits"],
  ["benefitVenues", "propertyId", "properties"],
  ["benefitVenueOverrides", "benefitId", "benefits"],
  ["benefitVenueOverrides", "propertyId", "properties"],
  ["benefitGroupItems", "groupId", "benefitGroups"],
  ["benefitGroupItems", "benefitId", "benefits"],
  ["entitlements", "tierId", "tiers"],
  ["entitlements", "benefitId", "benefits"],
  ["entitlements", "venueIds", "properties"],
  ["guestInvites", "propertyId", "properties"],
  ["guestInvites", "programId", "programs"],
  ["guestInvites", "memberId", "members"],
  ["favorites", "propertyId", "properties"]
]

const column = (name: TableName, key: string): ReadonlyArray<unknown> =>
  dataset[name]
    .flatMap((row): ReadonlyArray<unknown> => Object.entries(row).flatMap(([k, value]) => (k === key ? value : [])))
    .filter((value) => value !== null)

const encoded = (name: TableName, rows: ReadonlyArray<unknown>) => {
  const encode = Schema.encodeUnknownSync(Schema.toCodecJson(tables[name]))
  return rows.map((row) => encode(row))
}

describe("demoDataset", () => {
  it("is the same whenever it is made for the same time, to the second", () => {
    const again = demoDataset(DateTime.makeUnsafe("2026-03-01T12:00:00.900Z"))
    for (const name of names) assert.deepStrictEqual(encoded(name, again[name]), encoded(name, dataset[name]))
  })

  it("keeps ids and secrets whatever the time", () => {
    const later = demoDataset(DateTime.makeUnsafe("2027-10-31T00:30:00Z"))
    const stable = (row: object) =>
      Object.entries(row).filter(([key]) => /(^|[a-z])(id|ids|xid)$|Hash$|prefix|slug|seq/i.test(key))
    for (const name of names) assert.deepStrictEqual(later[name].map(stable), dataset[name].map(stable))
  })

  it("holds rows that fit their tables' schemas, also after a trip through JSON", () => {
    for (const name of names) {
      assert.isAbove(dataset[name].length, 0, name)
      const decode = Schema.decodeUnknownSync(Schema.toCodecJson(tables[name]))
      const is = Schema.is(tables[name])
      for (const row of dataset[name]) {
        assert.isTrue(is(row), `${name} ${JSON.stringify(row)}`)
        const [wire] = encoded(name, [row])
        assert.deepStrictEqual(encoded(name, [decode(JSON.parse(JSON.stringify(wire)))]), [wire])
      }
    }
  })

  it("refers only to rows that it holds", () => {
    for (const [name, key, target] of references) {
      const there = new Set(column(target, "id"))
      for (const id of column(name, key)) assert.isTrue(there.has(id), `${name}.${key} ${id}`)
    }
    const resources = {
      action: new Set(dataset.actions.map(({ id }) => id)),
      message: new Set(dataset.messages.map(({ id }) => id))
    }
    for (const event of dataset.messagingEvents) assert.isTrue(resources[event.resourceType].has(event.resourceId))
    const xids = new Set([...column("actions", "xid"), ...column("messages", "xid")])
    for (const xid of [...column("messages", "actionXid"), ...column("messages", "replyToXid")]) {
      assert.isTrue(xids.has(xid), `${xid}`)
    }
  })

  it("uses every id and every secret once", () => {
    const ids = names.flatMap((name) =>
      ["xid", "documentId", "secretHash", "identitySubject"].flatMap((key) => column(name, key))
    )
    const teams: ReadonlyArray<unknown> = column("teams", "xid")
    assert.lengthOf(new Set(ids.filter((id) => !teams.includes(id))), ids.length - teams.length)
    for (const name of names) assert.lengthOf(new Set(column(name, "id")), column(name, "id").length)
  })
})

layer(Postgres.layer, { timeout: "60 seconds" })("demoDataset in a database", (it) => {
  it.effect("is accepted by every constraint", () =>
    Effect.gen(function* () {
      yield* insertDataset(dataset)
      const sql = yield* SqlClient.SqlClient
      for (const name of names) {
        const rows = yield* sql.unsafe(`SELECT 1 FROM ${String.camelToSnake(name)}`)
        assert.lengthOf(rows, dataset[name].length, name)
      }
    })
  )
})
