import { Schema } from "effect"
import { QueryInstant } from "./QueryInstant.ts"

const earliest = Date.UTC(2000, 0)
const end = Date.UTC(3000, 0)

/** A moment in a body, as ISO 8601 text like one in a query; a store keeps those of four-digit years. */
export const BodyInstant = QueryInstant.check(
  Schema.makeFilter(({ epochMilliseconds }) => epochMilliseconds >= earliest && epochMilliseconds < end, {
    expected: "a moment from 2000 to 2999",
    toJsonSchema: () => ({})
  })
)
