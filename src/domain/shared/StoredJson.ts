import { Schema } from "effect"

/**
 * A stored JSON value that a record passes on. Unknown because it is not validated: checking every value costs more
 * than the rest of a page.
 */
export const StoredJson = Schema.Unknown
