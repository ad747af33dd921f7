import { Schema } from "effect"

/** A venue within a caller's reach. Ids are document ids, `timezone` is an IANA name (PAR-015). */
export const ReachableVenue = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Document id: the venue's id on every surface" }),
  name: Schema.String.annotateKey({ description: "Name of the venue" }),
  brandId: Schema.NonEmptyString.annotate({ description: "Document id of the venue's brand" }),
  timezone: Schema.NonEmptyString.annotateKey({ description: "IANA time zone, such as `Europe/Lisbon`" })
}).annotate({ identifier: "ReachableVenue" })
export interface ReachableVenue extends Schema.Schema.Type<typeof ReachableVenue> {}
