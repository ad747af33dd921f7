import { Schema } from "effect"

const isEmpty = (change: object) => Object.values(change).every((value) => value === undefined)

/** The check of a change whose fields are all optional: one of them is there. */
export const namesAField = Schema.makeFilter(
  (change: object) => (isEmpty(change) ? { path: [], issue: "must name a field" } : undefined),
  { toJsonSchema: () => ({ minProperties: 1 }) }
)
