import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Breadth } from "./breadth.ts"
import { progress } from "../progress.ts"
import { withoutTriggers } from "../rows/rows.ts"

/** Rows of a table: their number, and the statement that inserts rows $1 to $2 (exclusive), or all at once. */
export interface Filling {
  readonly table: string
  readonly count: keyof Breadth | "once"
  readonly insert: (size: Breadth) => string
}

const counting =
  (count: Filling["count"]) =>
  (table: string, insert: Filling["insert"]): Filling => ({ table, count, insert })

export const rowsOf = counting("rows")

export const someOf = counting("some")

export const once = counting("once")

const chunk = 100_000

/** Builds indexes after the rows are inserted, which takes a third of the time. */
const withoutIndexes = <A, E, R>(tables: ReadonlyArray<string>, insert: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      const indexes = yield* sql<{ readonly name: string; readonly definition: string }>`
        SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
        WHERE i.indrelid = ANY(${tables}::text[]::regclass[])
          AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`
      for (const { name } of indexes) yield* sql.unsafe(`DROP INDEX ${name}`).unprepared
      yield* insert
      const report = progress("Building indexes", indexes.length)
      for (const [place, { definition }] of indexes.entries()) {
        yield* sql.withTransaction(
          Effect.andThen(sql`SET LOCAL maintenance_work_mem = '1GB'`, sql.unsafe(definition).unprepared)
        )
        report(place + 1)
      }
    })
  )

/** Inserts the rows of several tables, in order. */
export const fill = (name: string, fillings: ReadonlyArray<Filling>, size: Breadth) => {
  const countOf = ({ count }: Filling) => (count === "once" ? 1 : size[count])
  const total = fillings.reduce((sum, filling) => sum + countOf(filling), 0)
  const report = progress(`Loading ${name}`, total)
  const inserts = SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      let done = 0
      for (const filling of fillings) {
        const text = filling.insert(size)
        for (let from = 0; from < countOf(filling); from += chunk) {
          const until = Math.min(from + chunk, countOf(filling))
          yield* withoutTriggers(sql.unsafe(text, filling.count === "once" ? [] : [from, until]).unprepared)
          done += until - from
          report(done)
        }
      }
    })
  )
  return withoutIndexes(
    fillings.map(({ table }) => table),
    inserts
  )
}
