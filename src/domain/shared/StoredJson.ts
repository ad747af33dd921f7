import { Schema } from "effect"

/**
 * JSON as it was stored, for records that pass it on: a `jsonb` column holds nothing else, and to look into every value
 * again costs more than the rest of a page.
 */
export const StoredJson: Schema.Codec<Schema.Json> = Schema.Any
