import { type DateTime, Schema } from "effect"

/** A calendar date or a time. */
type Bound = string | DateTime.Utc

const comparable = (bound: Bound) => (typeof bound === "string" ? bound : bound.epochMilliseconds)

/** Refuses a period whose bound named `from` is after the one named `to`, if it has both. */
export const notAfter = <const From extends string, const To extends string>(from: From, to: To) =>
  Schema.makeFilter((query: { readonly [Name in From | To]?: Bound | undefined }) => {
    const start: Bound | undefined = query[from]
    const end: Bound | undefined = query[to]
    return start !== undefined && end !== undefined && comparable(start) > comparable(end)
      ? { path: [from], issue: `must not be after \`${to}\`` }
      : undefined
  })
