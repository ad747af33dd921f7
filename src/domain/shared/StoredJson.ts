import { Schema } from "effect"

/**
 * A stored JSON value that a record passes through. Not validated, because checking every value would cost more than
 * the rest of a page.
 */
export const StoredJson = Schema.Unknown
