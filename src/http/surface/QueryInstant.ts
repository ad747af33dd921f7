import { DateTime, Schema } from "effect"
import { InstantText } from "./InstantText.ts"

/**
 * A moment in a query, as ISO 8601: a date means its midnight, a time without an offset is UTC (MEM-096). A space stands
 * for the `+` of an offset that was not percent-encoded.
 */
export const QueryInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:\d{2})?)?$/u,
  "an ISO 8601 timestamp or date"
)

/** A period whose end lies before its beginning is refused; one that ends as it begins is empty. */
export const notReversed = Schema.makeFilter(
  ({ from, to }: { readonly from?: DateTime.Utc | undefined; readonly to?: DateTime.Utc | undefined }) =>
    from !== undefined && to !== undefined && DateTime.isGreaterThan(from, to)
      ? { path: ["from"], issue: "must not be after `to`" }
      : undefined
)
