import { Schema } from "effect"
import { Property } from "../properties/Property.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { Reservation } from "./Reservation.ts"

/** The points of a stay: `totalPoints` is `basePoints` x `multiplier`, rounded half up (MEM-045 to MEM-048). */
export const PointsStatus = Schema.Struct({
  totalPoints: Schema.Int,
  basePoints: Schema.Int.annotate({ description: "Follows from what the stay costs" }),
  multiplier: Schema.Finite.annotate({
    description: "Of the member's tier and the property's campaigns; two decimals"
  }),
  finalized: Schema.Boolean.annotate({ description: "False: held until after check-out. True: in the wallet" })
}).annotate({ identifier: "PointsStatus" })
export interface PointsStatus extends Schema.Schema.Type<typeof PointsStatus> {}

const Brand = Schema.Struct({ documentId: Schema.String, name: Schema.String }).annotate({
  identifier: "ReservationBrand"
})

/** The venue of a stay. `location` is city and country as one text. */
export const ReservationProperty = Schema.Struct({
  id: Property.fields.id,
  documentId: Property.fields.documentId,
  name: Property.fields.name,
  location: Schema.optionalKey(Schema.String),
  imageUrl: Schema.optionalKey(Schema.String),
  brand: Schema.optionalKey(Brand)
}).annotate({ identifier: "ReservationProperty" })

/** As stored: a missing image is null. */
export const StayProperty = Schema.Struct({
  ...ReservationProperty.fields,
  location: Schema.String,
  imageUrl: Schema.NullOr(Schema.String),
  brand: Brand
})
export type StayProperty = typeof StayProperty.Type

/** A stay as its member sees it (MEM-043, MEM-044); `reservationId` is the external id. Unknown fields are absent. */
export const ReservationSummary = Schema.Struct({
  reservationId: Reservation.fields.externalId,
  checkInDate: CalendarDate,
  checkOutDate: CalendarDate,
  status: Reservation.fields.status,
  confirmationCode: Schema.optionalKey(Schema.String),
  guestCount: Reservation.fields.guestCount,
  bookingChannel: Schema.optionalKey(Schema.String),
  property: ReservationProperty,
  pointsStatus: PointsStatus
}).annotate({ identifier: "ReservationSummary" })
export interface ReservationSummary extends Schema.Schema.Type<typeof ReservationSummary> {}

const Spend = Schema.Struct({
  amount: Schema.String.annotate({ description: "A decimal, in units of the currency" }),
  currency: Schema.String
}).annotate({ identifier: "ReservationSpend" })

/**
 * How the points of a stay are calculated (MEM-113): `multiplier` is the tier's times the campaigns'. A finalised stay
 * keeps its figures, and of the two factors only their product.
 */
export const PointsBreakdown = Schema.Struct({
  spend: Schema.optionalKey(Spend),
  basePoints: PointsStatus.fields.basePoints,
  tierMultiplier: Schema.optionalKey(Schema.Finite),
  campaignMultiplier: Schema.optionalKey(Schema.Finite),
  multiplier: PointsStatus.fields.multiplier,
  totalPoints: PointsStatus.fields.totalPoints,
  estimated: Schema.Boolean.annotate({ description: "False once the stay is finalised" })
}).annotate({ identifier: "PointsBreakdown" })
export interface PointsBreakdown extends Schema.Schema.Type<typeof PointsBreakdown> {}

/** A stay with the calculation of its points. */
export const ReservationPreview = ReservationSummary.mapFields((fields) => ({
  ...fields,
  pointsBreakdown: PointsBreakdown
})).annotate({ identifier: "ReservationPreview" })
export interface ReservationPreview extends Schema.Schema.Type<typeof ReservationPreview> {}
