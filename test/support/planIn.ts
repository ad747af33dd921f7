import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { at } from "./http/service.ts"

/** The plan, as text, of the one statement that an effect runs. */
export const planIn = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const ran: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const recorded = Statement.CurrentTransformer.of((statement) =>
    Effect.sync(() => {
      ran.push(statement.compile())
      return statement
    })
  )
  yield* Effect.provideService(effect, Statement.CurrentTransformer, recorded)
  assert.lengthOf(ran, 1)
  const [[text, parameters] = ["", []]] = ran
  const plan = yield* sql.unsafe(`EXPLAIN ${text}`, parameters)
  return plan.map((line) => String(at(line, "QUERY PLAN"))).join("\n")
})
