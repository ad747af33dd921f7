import { Schema } from "effect"
import { CalendarDate } from "../shared/Scalars.ts"
import { Instant } from "../shared/Instant.ts"

/** A tier's entitlement to a benefit, with its venues cut to the caller's reach (REQUIREMENTS 7, PAR-139). */
export const EntitlementView = Schema.Struct({
  entitlementId: Schema.String.annotateKey({ description: "External id of the entitlement" }),
  programId: Schema.String.annotateKey({ description: "External id of the tier's program" }),
  tierId: Schema.String.annotateKey({ description: "External id of the tier that is entitled" }),
  benefitId: Schema.String.annotateKey({ description: "External id of the benefit" }),
  quantityPerStay: Schema.Int.annotateKey({ description: "How often it is due during one stay" }),
  venueIds: Schema.NullOr(Schema.Array(Schema.String)).annotateKey({
    description: "Document ids of the venues where it holds, of those within your reach, sorted; null: at every venue"
  }),
  validFrom: Schema.NullOr(CalendarDate).annotateKey({
    description: "First day on which it holds, `YYYY-MM-DD` in the time zone of the venue; null: since ever"
  }),
  validTo: Schema.NullOr(CalendarDate).annotateKey({
    description: "Last day on which it holds, `YYYY-MM-DD` in the time zone of the venue; null: without end"
  }),
  active: Schema.Boolean.annotateKey({ description: "Whether it counts; one of tier and benefit at a time does" }),
  createdAt: Instant.annotateKey({ description: "When it was created" }),
  updatedAt: Instant.annotateKey({ description: "When it last changed" })
}).annotate({ identifier: "Entitlement" })
export interface EntitlementView extends Schema.Schema.Type<typeof EntitlementView> {}
