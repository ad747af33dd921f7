import { Effect, Predicate } from "effect"
import type { StatementText } from "../../../src/sql/fragments/propertyFilterText.ts"
import type { Database } from "./Database.ts"
import { at } from "../http/service.ts"

interface Work {
  readonly blocks: number
  readonly indexes: ReadonlySet<string>
  readonly scanned: ReadonlySet<string>
}

/** The reads of a statement: total blocks, the indexes it uses, and the tables it scans sequentially. */
export const workOf = Effect.fnUntraced(function* (database: Database, { parameters, text }: StatementText) {
  const [[plan] = []] = yield* database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, parameters)
  const parsed: unknown = typeof plan === "string" ? JSON.parse(plan) : plan
  const indexes = new Set<string>()
  const scanned = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!Predicate.isObject(node)) return
    const [type, index, table, loops] = ["Node Type", "Index Name", "Relation Name", "Actual Loops"].map((name) =>
      at(node, name)
    )
    if (typeof index === "string" && loops !== 0) indexes.add(index)
    if (type === "Seq Scan" && typeof table === "string" && loops !== 0) scanned.add(table)
    Object.values(node).forEach(visit)
  }
  visit(parsed)
  const top = at(parsed, "0.Plan")
  const count = (name: string) => Number(Predicate.isObject(top) ? Reflect.get(top, name) : 0)
  return { blocks: count("Shared Hit Blocks") + count("Shared Read Blocks"), indexes, scanned } satisfies Work
})
