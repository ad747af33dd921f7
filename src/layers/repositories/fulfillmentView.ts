import { DateTime, HashMap, Option } from "effect"
import type { Fulfillment, FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import type { LockedFulfillment } from "../../domain/fulfillments/Fulfillments.ts"
import { fulfillmentStatusAt, isDue } from "../../domain/fulfillments/fulfillmentTransitions.ts"
import type { ChargedPoints, FulfillmentView } from "../../domain/fulfillments/FulfillmentView.ts"
import type { Offer } from "../../domain/offers/Offer.ts"
import type { OfferCode } from "../../domain/offers/OfferCode.ts"
import type { Property } from "../../domain/properties/Property.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import type { WalletEntry } from "../../domain/wallet/Wallet.ts"
import { lookUp } from "./lookUp.ts"
import { instantOrNull } from "../../domain/shared/Instant.ts"

/** The in-memory tables that a view of a claim reads. */
export interface FulfillmentTables {
  readonly offers: HashMap.HashMap<string, Offer>
  readonly properties: HashMap.HashMap<string, Property>
  readonly reservations: HashMap.HashMap<string, Reservation>
  readonly codes: ReadonlyArray<OfferCode>
  readonly entries: ReadonlyArray<WalletEntry>
}

const offerOf = ({ offers }: Pick<FulfillmentTables, "offers">, { offerId }: Fulfillment) =>
  Option.getOrThrow(HashMap.get(offers, String(offerId)))

/** A claim with the facts of its offer and venue that commands need. */
export const lockedFulfillment = (
  tables: Pick<FulfillmentTables, "offers" | "properties" | "reservations">,
  row: Fulfillment
): LockedFulfillment => {
  const { name, refundOnExpiry, requiresStay, xid } = offerOf(tables, row)
  return {
    row,
    offer: { xid, name, requiresStay, refundOnExpiry },
    property: lookUp(tables.properties, row.propertyId, (property) => ({
      documentId: property.documentId,
      name: property.name
    })),
    stayVenueId: lookUp(tables.reservations, row.reservationId, ({ propertyId }) => propertyId)
  }
}

/** The points charged for a claim, by asset. */
export const chargesOf = (entries: ReadonlyArray<WalletEntry>, id: FulfillmentId): ReadonlyArray<ChargedPoints> =>
  entries
    .filter(({ fulfillmentId, type }) => type === "SPEND" && fulfillmentId === id)
    .toSorted((a, b) => (a.asset < b.asset ? 1 : -1))
    .map(({ asset, points }) => ({ assetType: asset, points: -points }))

/** A claim as members and desks see it. */
export const fulfillmentView = (tables: FulfillmentTables, row: Fulfillment, now: DateTime.Utc): FulfillmentView => {
  const offer = offerOf(tables, row)
  const code = tables.codes.find(({ fulfillmentId }) => fulfillmentId === row.id)
  return {
    id: row.id,
    offerId: offer.xid,
    offerName: offer.name,
    status: fulfillmentStatusAt(row, now),
    isUnsettled: isDue(row, now),
    redemptionType: row.redemptionType,
    pointsCharged: row.pointsCharged,
    charges: chargesOf(tables.entries, row.id),
    verificationCodeEnc: row.verificationCodeEnc,
    externalCode: code === undefined ? null : { xid: code.xid, valueEnc: code.valueEnc },
    codeValid: row.codeValid,
    propertyId: lookUp(tables.properties, row.propertyId, ({ documentId }) => documentId),
    reservationId: lookUp(tables.reservations, row.reservationId, ({ externalId }) => externalId),
    checkInDate: row.checkInDate,
    note: row.note,
    modification: row.modification,
    rejectReason: row.rejectReason,
    claimedAt: DateTime.formatIso(row.claimedAt),
    approvedAt: instantOrNull(row.approvedAt),
    fulfilledAt: instantOrNull(row.fulfilledAt),
    rejectedAt: instantOrNull(row.rejectedAt),
    cancelledAt: instantOrNull(row.cancelledAt),
    expiredAt: instantOrNull(row.expiredAt),
    expiresAt: DateTime.formatIso(row.expiresAt)
  }
}
