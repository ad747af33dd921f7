import { Schema } from "effect"

/** An id in a request; text that no row can have as its id is rejected before the lookup. */
export const ExternalId = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,180}$/, { expected: "an id of 1 to 180 printable ASCII characters" })
)

export const isExternalId = Schema.is(ExternalId)
