import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { makeOutboxSql } from "../../src/sql/repositories/OutboxSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { at } from "../support/http/service.ts"

const start = DateTime.makeUnsafe("2026-01-15T12:00:00Z")

layer(Postgres.layer)("settled messages of a large outbox", (it) => {
  it.effect("DOMAIN 7.1: are found in their index, however many messages wait or are kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* makeOutboxSql
      yield* sql`
        INSERT INTO outbox (kind, payload, status, due_at, created_at)
        SELECT 'test', 'null', CASE n % 2 WHEN 0 THEN 'sent' ELSE 'pending' END,
          ${DateTime.toDateUtc(start)}::timestamptz - n * interval '1 second', now()
        FROM generate_series(1, 20000) n`
      yield* sql`ANALYZE outbox`
      const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
      const recorded = Statement.CurrentTransformer.of((statement) =>
        Effect.sync(() => {
          ran.push(statement.compile())
          return statement
        })
      )
      const removed = yield* Effect.provideService(
        outbox.removeSettled(DateTime.subtract(start, { seconds: 19_900 })),
        Statement.CurrentTransformer,
        recorded
      )
      assert.strictEqual(removed, 50)
      const [[text, parameters] = ["", []]] = ran
      const plan = yield* sql.unsafe(`EXPLAIN ${text}`, parameters)
      const lines = plan.map((line) => String(at(line, "QUERY PLAN"))).join("\n")
      assert.include(lines, "outbox_settled")
      assert.notInclude(lines, "Seq Scan on outbox x")
    })
  )
})
