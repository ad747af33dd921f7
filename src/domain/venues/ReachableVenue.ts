import { Schema } from "effect"

/** A venue within a caller's reach. Ids are document ids, `timezone` is an IANA name (PAR-015). */
export const ReachableVenue = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the venue's id on every surface" }),
  name: Schema.String,
  brandId: Schema.NonEmptyString.annotate({ description: "Document id of the venue's brand" }),
  timezone: Schema.NonEmptyString
}).annotate({ identifier: "ReachableVenue" })
export interface ReachableVenue extends Schema.Schema.Type<typeof ReachableVenue> {}
