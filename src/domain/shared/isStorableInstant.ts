import { type DateTime, Schema } from "effect"

const earliest = Date.UTC(2000, 0)
const end = Date.UTC(3000, 0)

/** Limits a timestamp to years that every store can hold. */
export const isStorableInstant = Schema.makeFilter(
  ({ epochMilliseconds }: DateTime.Utc) => epochMilliseconds >= earliest && epochMilliseconds < end,
  { expected: "a timestamp from 2000 to 2999", toJsonSchema: () => ({}) }
)
