import { Schema } from "effect"

/**
 * A value of a JSON object as it was stored, for records that pass it on. What it is nobody has looked at, and so it is
 * unknown: to look into every value again costs more than the rest of a page.
 */
export const StoredJson = Schema.Unknown
