import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { stayFacts } from "../../src/sql/fragments/stayFacts.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { unboundStatements } from "../support/unboundStatements.ts"

/** The unbound tables of each statement that has any. */
const unbound = (...statements: ReadonlyArray<Statement.Statement<unknown>>) =>
  unboundStatements(statements.map((statement) => statement.compile()[0])).map((found) => found.split(": ")[0])

layer(Postgres.layer)("unboundStatements", (it) => {
  it.effect("DOMAIN 1: names the tables that a statement reads or changes without a condition on their tenant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofTenant = sql`SELECT r.id FROM reservations r WHERE r.organization_id = ${1} AND r.status = ${"other"}`
      const ofAll = sql`SELECT r.id FROM reservations r WHERE r.status = ${"other"}`
      const joined = sql`SELECT p.name FROM reservations r JOIN properties p ON p.id = r.property_id WHERE r.check_in = ${"2026-05-10"}`
      const removed = sql`DELETE FROM benefits WHERE status = ${"archived"}`
      assert.deepStrictEqual(unbound(ofTenant), [])
      assert.deepStrictEqual(unbound(ofTenant, ofAll, joined, removed), [
        "reservations",
        "reservations, properties",
        "benefits"
      ])
    })
  )

  it.effect("DOMAIN 1: excuses the statements of a job, but only for the tables that the exception names", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const excused = sql`
        SELECT r.id FROM reservations r JOIN properties p ON p.id = r.property_id
        WHERE r.finalized_at IS NULL AND r.status NOT IN ('inquiry', 'cancelled')`
      assert.deepStrictEqual(unbound(excused), [])
      assert.deepStrictEqual(unbound(sql`${excused} AND EXISTS (SELECT FROM benefits b WHERE b.name = p.name)`), [
        "benefits"
      ])
    })
  )

  it.effect("DOMAIN 1: requires a condition on stays whose points are shown", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shown = sql`
        SELECT ${stayFacts(sql, new Date(0))} AS facts
        FROM reservations r JOIN properties p ON p.organization_id = r.organization_id AND p.id = r.property_id`
      assert.deepStrictEqual(unbound(sql`${shown} WHERE r.member_id = ${1} AND r.external_id = ${"stay"}`), [])
      assert.deepStrictEqual(unbound(sql`${shown} WHERE r.external_id = ${"stay"}`), [
        "earningRules, pointMultipliers, members, enrolments, programs, tiers, reservations, properties"
      ])
    })
  )

  it.effect(
    "DOMAIN 1: a condition binds the table that its alias means where it stands, and no other of that name",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const inner = sql`SELECT r.id FROM reservations r WHERE r.member_id = ${1}`
        assert.deepStrictEqual(unbound(sql`SELECT r.status, (${inner} LIMIT 1) AS latest FROM reservations r`), [
          "reservations"
        ])
        assert.deepStrictEqual(unbound(sql`SELECT r.status FROM reservations r WHERE r.id IN (${inner})`), [])
        assert.deepStrictEqual(
          unbound(
            sql`WITH page AS (${inner}) SELECT r.status FROM reservations r WHERE r.id IN (SELECT page.id FROM page)`
          ),
          []
        )
        assert.deepStrictEqual(
          unbound(
            sql`SELECT r.status FROM (SELECT m.id FROM members m) all_members JOIN reservations r ON r.member_id = all_members.id`
          ),
          ["members, reservations"]
        )
      })
  )
})
