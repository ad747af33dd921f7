import { InstantText } from "./InstantText.ts"
import { storableTime } from "./inYears.ts"

/** An ISO 8601 timestamp in a file or an option: a bare date is midnight UTC, a time without an offset is UTC. */
export const IsoInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})(?:[Tt](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/u,
  "an ISO 8601 timestamp or date"
).check(storableTime)
