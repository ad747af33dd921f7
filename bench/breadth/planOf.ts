import { Effect, Predicate } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { at } from "../answers.ts"

/** An index or table that a plan reads, summed over its executions. */
export interface Reading {
  readonly by: string
  readonly isIndexOnly: boolean
  readonly rows: number
  readonly buffers: number
}

/** The total reads of several statements, in blocks of 8 kB; readings with most blocks first. */
export interface Plan {
  readonly buffers: number
  readonly readings: ReadonlyArray<Reading>
}

const numberOf = (node: unknown, name: string) => Number(at(node, name) ?? 0)

const buffersOf = (node: unknown) => numberOf(node, "Shared Hit Blocks") + numberOf(node, "Shared Read Blocks")

const readingOf = (node: object): Reading | undefined => {
  const type = String(at(node, "Node Type"))
  const loops = numberOf(node, "Actual Loops")
  if (!type.endsWith("Scan") || loops === 0) return undefined
  const by =
    at(node, "Index Name") ?? (type.startsWith("Seq") ? `all of ${String(at(node, "Relation Name"))}` : undefined)
  if (typeof by !== "string") return undefined
  const each = numberOf(node, "Actual Rows") + numberOf(node, "Rows Removed by Filter")
  return { by, isIndexOnly: type === "Index Only Scan", rows: Math.round(each * loops), buffers: buffersOf(node) }
}

const readingsIn = (node: unknown): ReadonlyArray<Reading> => {
  if (Array.isArray(node)) return node.flatMap(readingsIn)
  if (!Predicate.isObject(node)) return []
  const own = readingOf(node)
  return [...(own === undefined ? [] : [own]), ...Object.values(node).flatMap(readingsIn)]
}

const together = (readings: ReadonlyArray<Reading>) =>
  [...Map.groupBy(readings, ({ by, isIndexOnly }) => `${by} ${isIndexOnly}`).values()]
    .map((same) =>
      same.reduce((sum, { buffers, rows }) => ({ ...sum, rows: sum.rows + rows, buffers: sum.buffers + buffers }))
    )
    .toSorted((a, b) => b.buffers - a.buffers || b.rows - a.rows)

/** The statements that an effect executes, with their parameters. */
const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const executed: Array<readonly [string, ReadonlyArray<unknown>]> = []
  const recorded = Statement.CurrentTransformer.of((statement) =>
    Effect.sync(() => {
      executed.push(statement.compile())
      return statement
    })
  )
  yield* Effect.provideService(effect, Statement.CurrentTransformer, recorded)
  return executed
})

/** The reads of an effect's statements, by EXPLAIN (ANALYZE, BUFFERS). */
export const planOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const plans = yield* Effect.forEach(yield* statementsOf(effect), ([text, parameters]) =>
    Effect.map(
      sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, parameters).unprepared,
      ([row]): unknown => {
        const plan = at(row, "QUERY PLAN")
        return Predicate.isString(plan) ? JSON.parse(plan) : plan
      }
    )
  )
  const plan: Plan = {
    buffers: plans.reduce((sum: number, plan) => sum + buffersOf(at(plan, "0.Plan")), 0),
    readings: together(readingsIn(plans))
  }
  return plan
})
