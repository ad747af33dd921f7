import { Schema } from "effect"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { optional } from "./optional.ts"

/** The argument that continues a list. */
export const before = optional(
  Selector,
  "nextCursor of the page before, with the same filters; the first page when left out"
)

/** The field of a page that continues it. */
export const nextCursor = Schema.NullOr(Schema.String).annotateKey({
  description: "Pass it as `before` for the next page; null on the last one"
})
