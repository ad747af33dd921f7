import { availableParallelism } from "node:os"
import { Schema, SchemaTransformation } from "effect"
import type { Rule } from "./Rule.ts"

const most = 256

/** How many processes serve one port: a number, or `auto` for one per available core. */
export const workers: Rule<number> = {
  schema: Schema.String.check(Schema.isPattern(/^(?:auto|[1-9]\d{0,2})$/)).pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most })),
      SchemaTransformation.transform({
        decode: (text) => (text === "auto" ? Math.min(availableParallelism(), most) : Number(text)),
        encode: String
      })
    )
  ),
  expected: `auto or an integer from 1 to ${most}`
}

/**
 * One connection shared by reads and a few for transactions: with fewer, one slow transaction would hold up the rest.
 */
const leastConnections = 4

/** The connections of each of `count` workers, which share the configured pool; a single process has all of it. */
export const poolOfEach = (pool: number, count: number): number =>
  count === 1 ? pool : Math.max(leastConnections, Math.floor(pool / count))
