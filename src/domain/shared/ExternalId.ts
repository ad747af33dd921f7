import { Schema } from "effect"

/** An id as callers may send it: what no row can be named is refused before it is looked for. */
export const ExternalId = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,180}$/, { expected: "an id of 1 to 180 printable ASCII characters" })
)

export const isExternalId = Schema.is(ExternalId)
