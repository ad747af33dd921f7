import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TokenRefused } from "../access/CredentialErrors.ts"
import { MemberCaller } from "../access/MemberCaller.ts"
import { AuditOrigin } from "../audit/audit.ts"
import { expireDueOfMember, expireDueOfOffers, hasDueClaimsOfOffer } from "../fulfillments/expireFulfillments.ts"
import { FulfillmentId } from "../fulfillments/Fulfillment.ts"
import { externalCodePurpose } from "../fulfillments/fulfillmentCodes.ts"
import { fulfillmentNotification } from "../fulfillments/fulfillmentNotices.ts"
import type { FulfillmentRecord } from "../fulfillments/FulfillmentRecord.ts"
import { Fulfillments, type LockedFulfillment } from "../fulfillments/Fulfillments.ts"
import type { ChargedPoints } from "../fulfillments/FulfillmentView.ts"
import { newFulfillment } from "../fulfillments/newFulfillment.ts"
import { omitNull } from "../shared/omitNull.ts"
import { openSealed } from "../shared/openSealed.ts"
import { retryAfterWork, WorkFirst } from "../shared/WorkFirst.ts"
import { chargePoints } from "../wallet/chargePoints.ts"
import type { Move } from "../wallet/Move.ts"
import { moveLockedWallet } from "../wallet/moveWallet.ts"
import { Wallets } from "../wallet/Wallets.ts"
import type { OfferId, OfferXid } from "./Offer.ts"
import type { OfferClaim } from "./OfferClaim.ts"
import { OfferCodes } from "./OfferCodes.ts"
import { offerEligibility, type OfferOccasion } from "./offerEligibility.ts"
import { ClaimStayMissing, OfferIneligible, PriceChanged, SoldOut } from "./OfferErrors.ts"
import type { OfferForMember } from "./OfferForMember.ts"
import { findOffer, occasionOf } from "./readOffers.ts"
import { takesExternalCode } from "./redemptionTypes.ts"

export interface ClaimRequest {
  readonly offerId: OfferXid
  readonly claim: OfferClaim
}

/** The idempotency fingerprint of a claim: the offer and the decoded body, independent of JSON formatting. */
export const claimFingerprint = (offerId: string, claim: OfferClaim): string => {
  const { checkInDate = null, expectedPoints = null, note = null, propertyId = null, reservationId = null } = claim
  return JSON.stringify([offerId, propertyId, reservationId, checkInDate, note, expectedPoints])
}

/** Which due claims are settled: none, the member's own, or these and those of the offer. */
type Settled = "none" | "own" | "all"

/**
 * The due claims that are in the way: the member's own, whose refunds belong in the wallet, or those of an offer, which
 * may hold its last codes.
 */
type InTheWay = "own" | OfferId

const expireFirst = (claims: InTheWay) => Effect.fail(new WorkFirst(claims))

/** Ignores stock and points: these are checked under the locks of pool and wallet. */
const checkEligibility = (offer: OfferForMember, occasion: OfferOccasion) => {
  const eligibility = offerEligibility(offer, occasion)
  if (eligibility.isEligible || eligibility.code === "sold_out" || eligibility.code === "points") return Effect.void
  return Effect.fail(new OfferIneligible({ code: eligibility.code, facts: eligibility.facts }))
}

/** The offer and occasion of an eligible claim; stock and points are not checked yet. */
const admit = Effect.fnUntraced(function* ({ claim, offerId }: ClaimRequest, settled: Settled) {
  const { memberId } = yield* MemberCaller
  const now = yield* DateTime.now
  const { expectedPoints, propertyId, reservationId } = claim
  const sought = { memberId, offerId, propertyId, reservationId, now }
  const { hasDueClaims, place, standing: offer } = yield* findOffer(sought)
  if (hasDueClaims && settled === "none") return yield* expireFirst("own")
  if (expectedPoints !== undefined && expectedPoints !== offer.pointsRequired) {
    return yield* new PriceChanged({ pointsRequired: offer.pointsRequired })
  }
  if (reservationId !== undefined && place.stay === null) return yield* new ClaimStayMissing()
  const occasion = occasionOf(claim, place, now)
  yield* checkEligibility(offer, occasion)
  return { offer, occasion }
})

/** Sold out, unless a due claim may hold a code that returns when it expires. */
const refuse = Effect.fnUntraced(function* (offerId: OfferId, now: DateTime.Utc, settled: Settled) {
  if (settled !== "all" && (yield* hasDueClaimsOfOffer(offerId, now))) return yield* expireFirst(offerId)
  return yield* new SoldOut()
})

/** Takes a code from the offer's pools for the claim, as text; null for offers without codes. */
const takeCode = Effect.fnUntraced(function* (
  offer: OfferForMember,
  { fulfillmentId, now, settled }: { fulfillmentId: FulfillmentId; now: DateTime.Utc; settled: Settled }
) {
  if (!takesExternalCode(offer.redemptionType)) return null
  const codes = yield* OfferCodes
  const taken = yield* codes.updateAssigned({ offerId: offer.id, fulfillmentId, now })
  if (Option.isNone(taken)) return yield* refuse(offer.id, now, settled)
  const { valueEnc, xid } = taken.value
  // Decrypted even if it is shown only on approval: the member must not pay for a code that cannot be opened.
  return yield* openSealed("An external code", externalCodePurpose, xid, valueEnc)
})

const chargesOf = ({ entries }: Move, fulfillmentId: FulfillmentId): ReadonlyArray<ChargedPoints> =>
  entries.flatMap((entry) =>
    entry.type === "SPEND" && entry.fulfillmentId === fulfillmentId
      ? [{ assetType: entry.asset, points: -entry.points }]
      : []
  )

const insert = Effect.fnUntraced(function* (claimed: Pick<LockedFulfillment, "row" | "offer" | "property">) {
  const origin = yield* AuditOrigin
  const fulfillments = yield* Fulfillments
  const { row } = claimed
  const outcome = yield* fulfillments.insert({
    row,
    journal: {
      audit: {
        ...origin,
        organizationId: row.organizationId,
        action: "claimed",
        subject: `fulfillment:${row.id}`,
        before: null,
        after: { status: row.status },
        createdAt: row.claimedAt
      },
      notification: fulfillmentNotification(
        row.status === "claimed" ? "claimed" : "pending_approval",
        claimed,
        row.claimedAt
      ),
      notice: null,
      redemption: null
    }
  })
  if (outcome === "stayCancelled") {
    return yield* new OfferIneligible({ code: "stay_ended", facts: { status: "cancelled" } })
  }
})

/** Checks the claim and locks the wallet that pays for it, concurrently. */
const prepare = Effect.fnUntraced(function* (request: ClaimRequest, settled: Settled) {
  const { memberId } = yield* MemberCaller
  const wallets = yield* Wallets
  return yield* Effect.all(
    { admitted: admit(request, settled), wallet: wallets.getForUpdate(memberId) },
    { concurrency: "unbounded" }
  )
})

/**
 * Claims an offer for the caller, in the caller's transaction: points, code and claim commit together or not at all
 * (MEM-087, MEM-088). Locks wallet, pool and code in this order; the claim itself is invisible before the commit
 * (DOMAIN 5.1). Fails with `WorkFirst` if the member has due claims, or the offer has and no code is left, unless
 * these are already settled.
 */
export const claimOffer = Effect.fnUntraced(function* (request: ClaimRequest, settled: Settled) {
  const { memberId } = yield* MemberCaller
  const prepared = yield* prepare(request, settled)
  if (prepared.wallet.isClosed) return yield* new TokenRefused({ reason: "claims" })
  const random = yield* SecureRandom.SecureRandom
  const { occasion, offer } = prepared.admitted
  const id = FulfillmentId.make(yield* random.uuidV7())
  const { code, row, venue } = yield* newFulfillment({
    id,
    memberId,
    note: request.claim.note ?? null,
    offer,
    occasion
  })
  const charge = { points: row.pointsCharged, fulfillmentId: id, offerId: offer.xid, offerName: offer.name }
  const move = yield* moveLockedWallet(prepared.wallet, (open) => Effect.fromResult(chargePoints(open, charge)))
  const externalCode = yield* takeCode(offer, { fulfillmentId: id, now: occasion.now, settled })
  yield* insert({ row, offer, property: venue })
  const isShown = row.codesShownAt !== null
  const record: FulfillmentRecord = {
    fulfillmentId: id,
    offerId: offer.xid,
    offerName: offer.name,
    status: row.status,
    redemptionType: row.redemptionType,
    pointsCharged: row.pointsCharged,
    charges: chargesOf(move, id),
    claimedAt: DateTime.formatIso(row.claimedAt),
    expiresAt: DateTime.formatIso(row.expiresAt),
    ...omitNull({
      verificationCode: code,
      externalCode: isShown ? externalCode : null,
      propertyId: venue?.documentId ?? null,
      reservationId: occasion.stay?.externalId ?? null,
      checkInDate: row.checkInDate,
      note: row.note
    })
  }
  return record
})

/** Expires the due claims that are in the way, each in its own transaction; returns what is settled then. */
const expireInTheWay = Effect.fnUntraced(function* (claims: InTheWay) {
  if (claims === "own") {
    const { memberId } = yield* MemberCaller
    yield* expireDueOfMember(memberId)
    return "own" as const
  }
  yield* expireDueOfOffers([claims])
  return "all" as const
})

/** Attempts a claim; if due claims are in the way, expires them and tries again, at most twice. */
export const retryWithClaimsExpired = <A, E, R>(
  attempt: (settled: Settled) => Effect.Effect<A, E | WorkFirst<InTheWay>, R>
) => retryAfterWork((settled: Settled = "none") => attempt(settled), expireInTheWay, 2)
