import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { offersDataset } from "../support/datasets/offersDataset.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07.890Z")

const database = Layer.effectDiscard(insertDataset(offersDataset(now))).pipe(Layer.provideMerge(Postgres.layer))

/** The database's error for a statement, which is rolled back. */
const refusal = (statement: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe(statement)
        yield* sql`SET CONSTRAINTS ALL IMMEDIATE`
        return yield* Effect.die(new Error(`The database accepts it: ${statement}`))
      })
    )
  ).pipe(
    Effect.flip,
    Effect.map((error) => String(error.reason.cause))
  )

const refuses = Effect.fnUntraced(function* (expected: string, statements: ReadonlyArray<string>) {
  for (const statement of statements) assert.include(yield* refusal(statement), expected, statement)
})

const one = (table: string, where: string) => `id = (SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1)`

const own = "id member_id group_id type asset points movements description source_type source_id metadata created_at"
const owners = " fulfillment_id reservation_id transfer_id correction_id reverses_entry_id"

/** Inserts a copy of an entry. `change` has SQL expressions over the entry's columns, by changed column. */
const again = (where: string, change: Readonly<Record<string, string>>) => {
  const columns = (own + owners).split(" ")
  const values = columns.map((column) => change[column] ?? (column === "id" ? "'new' || id" : column))
  return `INSERT INTO wallet_entries (${columns.join(", ")}) SELECT ${values.join(", ")} FROM wallet_entries
    WHERE ${one("wallet_entries", where)}`
}

layer(database)("ledger constraints of the database", (it) => {
  it.effect("DOMAIN 4: entries and transfers are never changed and never removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO transfers (id, from_member, to_member, points, created_at)
        VALUES ('t', ${memberIds.M1}, ${memberIds.M2}, 1, now())`
      yield* refuses("append-only", [
        "UPDATE wallet_entries SET points = points + 1",
        "UPDATE wallet_entries SET description = 'Other'",
        `DELETE FROM wallet_entries WHERE ${one("wallet_entries", "type = 'EXPIRE'")}`,
        "UPDATE transfers SET points = 2",
        "DELETE FROM transfers"
      ])
    })
  )

  it.effect("DOMAIN 4: a lot holds between 0 and its original; VALID has an end, CREDIT has none", () =>
    Effect.gen(function* () {
      yield* refuses("wallet_lots_remaining", [
        "UPDATE wallet_lots SET remaining = -1",
        "UPDATE wallet_lots SET remaining = original + 1"
      ])
      yield* refuses("wallet_lots_end", [
        "UPDATE wallet_lots SET expires_at = NULL WHERE asset = 'VALID'",
        "UPDATE wallet_lots SET expires_at = now() WHERE asset = 'CREDIT'"
      ])
      yield* refuses("wallet_lots_original_check", ["UPDATE wallet_lots SET original = 0, remaining = 0"])
    })
  )

  it.effect("MEM-087: balances are never negative", () =>
    Effect.gen(function* () {
      yield* refuses("wallets_valid_balance_check", ["UPDATE wallets SET valid_balance = -1"])
      yield* refuses("wallets_credit_balance_check", ["UPDATE wallets SET credit_balance = -1"])
    })
  )

  it.effect("MEM-080, MEM-087: a second charge of a claim, earn of a stay, correction or reversal is refused", () =>
    Effect.gen(function* () {
      yield* refuses("wallet_entries_spend_key", [again("type = 'SPEND'", {})])
      yield* refuses("wallet_entries_earn_key", [again("type = 'EARN'", {})])
      yield* refuses("wallet_entries_correction_key", [again("correction_id IS NOT NULL", {})])
      yield* refuses("wallet_entries_reversal_key", [again("reverses_entry_id IS NOT NULL", {})])
    })
  )

  it.effect("MEM-080: a reversal has the whole amount, in the same asset", () =>
    Effect.gen(function* () {
      const open =
        "type = 'SPEND' AND id NOT IN (SELECT reverses_entry_id FROM wallet_entries WHERE reverses_entry_id IS NOT NULL)"
      const reversal = { type: "'ADJUST'", reverses_entry_id: "id", points: "-points" }
      yield* refuses("does not reverse the whole", [
        again(open, { ...reversal, points: "-points - 1" }),
        again(open, { ...reversal, points: "points" }),
        again(open, { ...reversal, asset: "CASE asset WHEN 'VALID' THEN 'CREDIT' ELSE 'VALID' END" })
      ])
      assert.isTrue(Exit.hasDies(yield* Effect.exit(refusal(again(open, reversal)))))
    })
  )

  it.effect("DOMAIN 4: an entry has the sign and the owner of its type", () =>
    Effect.gen(function* () {
      yield* refuses("wallet_entries_sign", [
        again("type = 'EARN'", { points: "-1" }),
        again("type = 'SPEND'", { points: "1" }),
        again("type = 'EXPIRE'", { points: "1" })
      ])
      yield* refuses("wallet_entries_points_check", [again("correction_id IS NOT NULL", { points: "0" })])
      yield* refuses("wallet_entries_owner", [
        again("type = 'EARN'", { reservation_id: "NULL::integer" }),
        again("type = 'SPEND'", { fulfillment_id: "NULL::uuid" }),
        again("type = 'EXPIRE'", { type: "'GIFT'" })
      ])
    })
  )
})
