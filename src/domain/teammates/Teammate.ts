import { Schema } from "effect"

/**
 * An operator of the caller's organization with their venues, cut to the caller's reach. The id is the subject that
 * identifies operators everywhere, such as in an acknowledgement.
 */
export const Teammate = Schema.Struct({
  teammateId: Schema.NonEmptyString.annotateKey({ description: "Id of the teammate: the subject of their tokens" }),
  name: Schema.String.annotateKey({ description: "Name of the teammate" }),
  email: Schema.String.annotateKey({ description: "E-mail address of the teammate" }),
  role: Schema.String.annotateKey({ description: "Role of the teammate in the organization; an open set" }),
  allVenues: Schema.Boolean.annotateKey({
    description: "Whether the teammate reaches every venue of the organization, including venues added later"
  }),
  venueIds: Schema.Array(Schema.String).annotateKey({
    description: [
      "Document ids of the venues that the teammate reaches, within your own reach, sorted; empty when",
      "`allVenues` is true"
    ].join(" ")
  }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When the teammate was last changed" })
}).annotate({ identifier: "Teammate" })
export interface Teammate extends Schema.Schema.Type<typeof Teammate> {}
