import { Schema } from "effect"
import { CalendarDate } from "../shared/Scalars.ts"
import { Instant } from "../shared/Instant.ts"

/** A tier's entitlement to a benefit, with its venues cut to the caller's reach (REQUIREMENTS 7, PAR-139). */
export const EntitlementView = Schema.Struct({
  entitlementId: Schema.String.annotateKey({ description: "External id of the entitlement" }),
  programId: Schema.String.annotateKey({ description: "External id of the tier's program" }),
  tierId: Schema.String.annotateKey({ description: "External id of the entitled tier" }),
  benefitId: Schema.String.annotateKey({ description: "External id of the benefit" }),
  quantityPerStay: Schema.Int.annotateKey({ description: "How many times it is due per stay" }),
  venueIds: Schema.NullOr(Schema.Array(Schema.String)).annotateKey({
    description: "Document ids of the venues within your reach where it applies, sorted; null: at every venue"
  }),
  validFrom: Schema.NullOr(CalendarDate).annotateKey({
    description: "First day on which it applies, `YYYY-MM-DD` in the venue's time zone; null: no start date"
  }),
  validTo: Schema.NullOr(CalendarDate).annotateKey({
    description: "Last day on which it applies, `YYYY-MM-DD` in the venue's time zone; null: no end date"
  }),
  active: Schema.Boolean.annotateKey({
    description: "Whether it is in force; at most one per tier and benefit is active"
  }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" })
}).annotate({ identifier: "Entitlement" })
export interface EntitlementView extends Schema.Schema.Type<typeof EntitlementView> {}
