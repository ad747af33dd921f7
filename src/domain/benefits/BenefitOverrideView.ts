import { Schema } from "effect"

/** A venue's own name and text for a benefit, shown to members and desks there (DOMAIN 11.3). */
export const BenefitOverrideView = Schema.Struct({
  venueId: Schema.String.annotateKey({ description: "Document id of the venue" }),
  overriddenName: Schema.NullOr(Schema.String).annotateKey({
    description: "Name of the benefit at the venue; null if not overridden"
  }),
  overriddenDescription: Schema.NullOr(Schema.String).annotateKey({
    description: "Description of the benefit at the venue; null if not overridden"
  }),
  enabled: Schema.Boolean.annotateKey({ description: "Whether the venue offers the benefit" })
}).annotate({ identifier: "BenefitOverride" })
export interface BenefitOverrideView extends Schema.Schema.Type<typeof BenefitOverrideView> {}
