import { Schema } from "effect"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { optional } from "../surface/schemas/optional.ts"

/** The argument that continues a list. */
export const before = optional(
  Selector,
  "nextCursor of the previous page, with the same filters; omit it to get the first page"
)

/** The field of a page that leads to the next one. */
export const nextCursor = Schema.NullOr(Schema.String).annotateKey({
  description: "Pass it as `before` to get the next page; null on the last page"
})
