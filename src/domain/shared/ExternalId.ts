import { Schema } from "effect"

const pattern = /^[\x21-\x7e]{1,180}$/u

/** An id in a request. Text that cannot be an id is rejected before the lookup. */
export const ExternalId = Schema.String.check(
  Schema.isPattern(pattern, {
    expected: "an id of 1 to 180 printable ASCII characters",
    toJsonSchema: () => ({ pattern: pattern.source, maxLength: 180 })
  })
)

export const isExternalId = Schema.is(ExternalId)
