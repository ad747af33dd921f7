import { Schema } from "effect"
import { InstantText } from "./InstantText.ts"

const earliest = Date.UTC(2000, 0)
const end = Date.UTC(3000, 0)

/** A timestamp in a body: RFC 3339 with seconds and an offset (GEN-005), limited to years that every store can hold. */
export const BodyInstant = InstantText(
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})$/u,
  "an RFC 3339 timestamp, with seconds and an offset"
).check(
  Schema.makeFilter(({ epochMilliseconds }) => epochMilliseconds >= earliest && epochMilliseconds < end, {
    expected: "a timestamp from 2000 to 2999",
    toJsonSchema: () => ({})
  })
)
