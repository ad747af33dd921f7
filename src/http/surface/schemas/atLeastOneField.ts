import { Schema } from "effect"

const isEmpty = (change: object) => Object.values(change).every((value) => value === undefined)

/** Requires at least one field in a change whose fields are all optional. */
export const atLeastOneField = Schema.makeFilter(
  (change: object) => (isEmpty(change) ? { path: [], issue: "must contain at least one field" } : undefined),
  { toJsonSchema: () => ({ minProperties: 1 }) }
)
