import { Schema } from "effect"
import { RequestedReservationXid } from "../reservations/Reservation.ts"
import { characters } from "../shared/characters.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { CalendarDate } from "../shared/Scalars.ts"

/** The body of a member's claim; every field is optional (MEM-088). */
export const OfferClaim = Schema.Struct({
  propertyId: Schema.optionalKey(ExternalId).annotateKey({ description: "Document id of the property it is for" }),
  reservationId: Schema.optionalKey(RequestedReservationXid).annotateKey({
    description: "The member's stay that it is for"
  }),
  checkInDate: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Arrival date, `YYYY-MM-DD`, if no stay is given"
  }),
  note: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "A request to the property"
  }),
  expectedPoints: Schema.optionalKey(Schema.Int).annotateKey({
    description: "The price that the member agreed to: the claim is refused, without charge, if it has changed"
  })
}).annotate({ identifier: "OfferClaim" })
export type OfferClaim = typeof OfferClaim.Type
