import { Schema } from "effect"
import { Property } from "../properties/Property.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { Reservation } from "./Reservation.ts"

/** The points of a stay: `totalPoints` is `basePoints` x `multiplier`, rounded half up (MEM-045 to MEM-048). */
export const PointsStatus = Schema.Struct({
  totalPoints: Schema.Int.annotateKey({
    description: "Points of the stay: `basePoints` times `multiplier`, rounded half up"
  }),
  basePoints: Schema.Int.annotate({ description: "Points from the spend of the stay, before the multiplier" }),
  multiplier: Schema.Finite.annotate({
    description: "Combined multiplier of the member's tier and the property's campaigns; two decimals"
  }),
  finalized: Schema.Boolean.annotate({
    description: "False: pending until after check-out. True: credited to the wallet"
  })
}).annotate({ identifier: "PointsStatus" })
export interface PointsStatus extends Schema.Schema.Type<typeof PointsStatus> {}

const Brand = Schema.Struct({
  documentId: Schema.String.annotateKey({ description: "Document id: the brand's id on every surface" }),
  name: Schema.String.annotateKey({ description: "Name of the brand" })
}).annotate({
  identifier: "ReservationBrand"
})

/** The venue of a stay. `location` is city and country as one text. */
export const ReservationProperty = Schema.Struct({
  id: Property.fields.id.annotateKey({ description: "Numeric id of the property" }),
  documentId: Property.fields.documentId.annotateKey({
    description: "Document id: the property's id on every surface"
  }),
  name: Property.fields.name.annotateKey({ description: "Name of the property" }),
  location: Schema.optionalKey(Schema.String).annotateKey({ description: "City and country as one text" }),
  imageUrl: Schema.optionalKey(Schema.String).annotateKey({ description: "URL of an image" }),
  brand: Schema.optionalKey(Brand).annotateKey({ description: "Brand of the property" })
}).annotate({ identifier: "ReservationProperty" })

/** The venue as read from the store: a missing image is null. */
export const StayProperty = Schema.Struct({
  ...ReservationProperty.fields,
  location: Schema.String,
  imageUrl: Schema.NullOr(Schema.String),
  brand: Brand
})
export type StayProperty = typeof StayProperty.Type

/** A stay as its member sees it (MEM-043, MEM-044); `reservationId` is the external id. Unknown fields are absent. */
export const ReservationSummary = Schema.Struct({
  reservationId: Reservation.fields.externalId.annotateKey({ description: "External id of the stay" }),
  checkInDate: CalendarDate.annotateKey({
    description: "Arrival date, `YYYY-MM-DD`, in the property's time zone"
  }),
  checkOutDate: CalendarDate.annotateKey({
    description: "Departure date, `YYYY-MM-DD`, in the property's time zone"
  }),
  status: Reservation.fields.status.annotateKey({ description: "State of the booking" }),
  confirmationCode: Schema.optionalKey(Schema.String).annotateKey({ description: "The hotel's code for the booking" }),
  guestCount: Reservation.fields.guestCount.annotateKey({ description: "Number of guests" }),
  bookingChannel: Schema.optionalKey(Schema.String).annotateKey({ description: "Where it was booked; an open set" }),
  property: ReservationProperty.annotateKey({ description: "The venue of the stay" }),
  pointsStatus: PointsStatus.annotateKey({ description: "Points that the stay earns" })
}).annotate({ identifier: "ReservationSummary" })
export interface ReservationSummary extends Schema.Schema.Type<typeof ReservationSummary> {}

/** Money. It has no `amount`, because an amount is an integer of points everywhere on the member surface (GEN-005). */
const Spend = Schema.Struct({
  value: Schema.String.annotate({ description: "Decimal value in units of the currency" }),
  currency: Schema.String.annotateKey({ description: "ISO 4217 code" })
}).annotate({ identifier: "ReservationSpend" })

/**
 * How the points of a stay are calculated (MEM-113): `multiplier` is the tier's times the campaigns'. For a finalised
 * stay only the product is stored, not the two factors.
 */
export const PointsBreakdown = Schema.Struct({
  spend: Schema.optionalKey(Spend).annotateKey({ description: "The part of the cost that earns points" }),
  basePoints: PointsStatus.fields.basePoints,
  tierMultiplier: Schema.optionalKey(Schema.Finite).annotateKey({ description: "Multiplier of the member's tier" }),
  campaignMultiplier: Schema.optionalKey(Schema.Finite).annotateKey({
    description: "Multiplier of the property's campaigns"
  }),
  multiplier: PointsStatus.fields.multiplier,
  totalPoints: PointsStatus.fields.totalPoints,
  estimated: Schema.Boolean.annotate({ description: "False once the stay is finalised" })
}).annotate({ identifier: "PointsBreakdown" })
export interface PointsBreakdown extends Schema.Schema.Type<typeof PointsBreakdown> {}

/** A stay with the calculation of its points. */
export const ReservationPreview = ReservationSummary.mapFields((fields) => ({
  ...fields,
  pointsBreakdown: PointsBreakdown.annotateKey({ description: "How the points of the stay are calculated" })
})).annotate({ identifier: "ReservationPreview" })
export interface ReservationPreview extends Schema.Schema.Type<typeof ReservationPreview> {}
