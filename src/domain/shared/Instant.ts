import { Schema } from "effect"

/**
 * A moment as ISO 8601 text in UTC with milliseconds, for records that pass times on and never reckon with them: a page
 * of hundreds costs a fraction of what it costs to take every time apart and put it together again.
 */
export const Instant = Schema.String.annotate({ format: "date-time" })
