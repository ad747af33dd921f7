import { Schema } from "effect"
import { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"
import { OfferId } from "./Offer.ts"

/**
 * A pool of external codes for one offer. `archived` is final and voids the codes still stored as available (DOMAIN
 * 8.3). `lowStockSince` is when the stock was first found to be low; null while it is not.
 */
export const OfferCodePool = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  offerId: OfferId,
  name: Schema.NonEmptyString,
  status: Schema.Literals(["active", "paused", "archived"]),
  lowStockThreshold: Schema.NullOr(Schema.Int),
  lowStockSince: Schema.NullOr(Schema.DateTimeUtc),
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type OfferCodePool = typeof OfferCodePool.Type

export const OfferCodeStatus = Schema.Literals(["available", "assigned", "redeemed", "void"])
export type OfferCodeStatus = typeof OfferCodeStatus.Type

/**
 * One external code: sealed, with a keyed hash that is unique within its pool. Once assigned it belongs to a
 * fulfillment; a code that was never shown can become available again.
 */
export const OfferCode = Schema.Struct({
  id: RowId,
  xid: Schema.NonEmptyString,
  organizationId: OrganizationId,
  poolId: RowId,
  valueEnc: Schema.NonEmptyString,
  valueHash: Schema.NonEmptyString,
  status: OfferCodeStatus,
  fulfillmentId: Schema.NullOr(FulfillmentId),
  assignedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc
})
export type OfferCode = typeof OfferCode.Type
