import { InstantText } from "../../../domain/shared/InstantText.ts"

/**
 * An ISO 8601 timestamp in a query: a bare date is midnight UTC, a time without an offset is UTC (MEM-096). A space
 * before the offset is read as a `+` that was not percent-encoded.
 */
export const QueryInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:\d{2})?)?$/u,
  "an ISO 8601 timestamp or date"
)
