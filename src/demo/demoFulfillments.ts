import { type DateTime, Record } from "effect"
import type { AuditActor, AuditEntry } from "../domain/audit/AuditLog.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Fulfillment } from "../domain/fulfillments/Fulfillment.ts"
import { verificationCodePurpose } from "../domain/fulfillments/fulfillmentCodes.ts"
import type { DeskActor, RedemptionRecord } from "../domain/fulfillments/RedemptionRecord.ts"
import { isSelfConfirmed, requiresVerificationCode } from "../domain/offers/redemptionTypes.ts"
import type { DemoClock } from "./DemoClock.ts"
import { memberIds, memberXid } from "./demoMembers.ts"
import { offerId } from "./demoOffers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { partnerKeyXid } from "./demoPartnerKeys.ts"
import { demoVault } from "./demoVault.ts"
import { type FulfillmentFact, fulfillmentId, fulfillmentPlan } from "./fulfillmentPlan.ts"
import { type OfferFact, offerPlan } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"
import { venues } from "./venues.ts"

const offerOf = ({ offer }: FulfillmentFact): OfferFact => offerPlan[offer]

const venueOf = (fact: FulfillmentFact) => offerOf(fact).venue ?? fact.venue ?? null

const neededApproval = (fact: FulfillmentFact) => offerOf(fact).approval === true || fact.neededApproval === true

/** The verification code of a claim, valid or not. */
export const verificationCode = (name: string) => seeded.code("verification code", name)

const desk: DeskActor = { kind: "key", id: partnerKeyXid("PA"), name: "PA" }

const moves = {
  modified: "modify",
  approved: "approve",
  rejected: "reject",
  fulfilled: "fulfill"
} as const satisfies { readonly [Status in Fulfillment["status"]]?: RedemptionRecord["action"] }

/** The desk's last action on a claim; null if there was none. */
const deskAction = (fact: FulfillmentFact) => {
  const { status } = fact
  if (status === "modified" || status === "approved" || status === "rejected") return moves[status]
  return status === "fulfilled" && !isSelfConfirmed(offerOf(fact).type) ? moves.fulfilled : null
}

const waits = (fact: FulfillmentFact) =>
  neededApproval(fact) && fact.status !== "approved" && fact.status !== "fulfilled"

const firstStatus = (fact: FulfillmentFact) => (neededApproval(fact) ? "pending_approval" : "claimed")

/** When the claim reached its current status. */
const movedAt = ({ claimedHoursAgo, ended }: FulfillmentFact, clock: DemoClock) =>
  clock.ago({ hours: ended === null ? claimedHoursAgo - 6 : ended.hoursAgo })

const codeOf = (fact: FulfillmentFact) => {
  const isCoded = !waits(fact) && venueOf(fact) !== null && requiresVerificationCode(offerOf(fact).type)
  if (!isCoded) return { verificationCodeHash: null, verificationCodeEnc: null }
  const id = fulfillmentId(fact.name)
  const text = verificationCode(fact.name)
  return {
    verificationCodeHash: demoVault.digest(verificationCodePurpose, id, text),
    verificationCodeEnc: demoVault.seal(verificationCodePurpose, id, text)
  }
}

/** Verification codes of pending claims, by fixture name. */
export const verificationCodes = Record.fromIterableWith(
  fulfillmentPlan.filter(
    (fact) => (fact.status === "claimed" || fact.status === "approved") && codeOf(fact).verificationCodeHash !== null
  ),
  ({ name }) => [name, verificationCode(name)]
)

const times = (fact: FulfillmentFact, at: DateTime.Utc) => ({
  approvedAt: fact.status === "approved" ? at : null,
  fulfilledAt: fact.status === "fulfilled" ? at : null,
  rejectedAt: fact.status === "rejected" ? at : null,
  cancelledAt: fact.status === "cancelled" ? at : null,
  expiredAt: fact.status === "expired" ? at : null
})

const hasMoved = ({ status }: FulfillmentFact) => status !== "claimed" && status !== "pending_approval"

const row = (fact: FulfillmentFact, clock: DemoClock): Fulfillment => {
  const { claimedHoursAgo, member, name, offer, points, status } = fact
  const { organization, type } = offerOf(fact)
  const venue = venueOf(fact)
  const at = movedAt(fact, clock)
  return {
    id: fulfillmentId(name),
    organizationId: organizationIds[organization],
    propertyId: venue === null ? null : venues[venue].id,
    memberId: memberIds[member],
    offerId: offerId(offer),
    reservationId: null,
    status,
    redemptionType: type,
    pointsCharged: points,
    checkInDate: null,
    note: name === "pending_approval" ? "For two persons" : null,
    ...codeOf(fact),
    codeValid: status === "claimed" || status === "approved",
    codesShownAt: waits(fact) ? null : status === "approved" ? at : clock.ago({ hours: claimedHoursAgo }),
    modification:
      status === "modified" ? { note: "Only from three in the afternoon", substitution: "Junior suite" } : null,
    rejectReason: status === "rejected" ? "The house is full" : null,
    claimedAt: clock.ago({ hours: claimedHoursAgo }),
    ...times(fact, at),
    remindedAt: null,
    expiresAt: clock.ahead({ hours: (offerOf(fact).claimTtlHours ?? 720) - claimedHoursAgo }),
    updatedAt: hasMoved(fact) ? at : clock.ago({ hours: claimedHoursAgo }),
    version: hasMoved(fact) ? 2 : 1
  }
}

const redemption = (fact: FulfillmentFact, clock: DemoClock): ReadonlyArray<RedemptionRecord> => {
  const action = deskAction(fact)
  if (action === null) return []
  const { id, organizationId, propertyId, rejectReason, modification } = row(fact, clock)
  return [
    {
      id: seeded.uuid("redemption", fact.name),
      fulfillmentId: id,
      organizationId,
      propertyId,
      action,
      actor: desk,
      fromStatus: firstStatus(fact),
      toStatus: fact.status,
      reason: rejectReason,
      note: modification?.note ?? null,
      createdAt: movedAt(fact, clock)
    }
  ]
}

const actorOf = (fact: FulfillmentFact): AuditActor => {
  if (fact.status === "expired") return { kind: "system", id: null }
  return deskAction(fact) === null ? { kind: "member", id: memberXid(fact.member) } : { kind: desk.kind, id: desk.id }
}

const history = (fact: FulfillmentFact, clock: DemoClock): ReadonlyArray<AuditEntry> => {
  const { claimedAt, id, organizationId } = row(fact, clock)
  const first = { status: firstStatus(fact) }
  const entry = { organizationId, subject: `fulfillment:${id}`, requestId: null }
  const member = { kind: "member", id: memberXid(fact.member) } as const
  const claimed = { ...entry, actor: member, action: "claimed", before: null, after: first, createdAt: claimedAt }
  if (!hasMoved(fact)) return [claimed]
  const isConfirmed = fact.status === "fulfilled" && deskAction(fact) === null
  const moved = {
    ...entry,
    actor: actorOf(fact),
    action: isConfirmed ? "confirmed" : fact.status,
    before: first,
    after: { status: fact.status },
    createdAt: movedAt(fact, clock)
  }
  return [claimed, moved]
}

const byTime = (a: AuditEntry, b: AuditEntry) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds

/** The claims of the plan in their current status, with notes of the desk and history. */
export const demoFulfillments = (
  clock: DemoClock
): Pick<Dataset, "fulfillments" | "redemptionRecords" | "auditLog"> => ({
  fulfillments: fulfillmentPlan.map((fact) => row(fact, clock)),
  redemptionRecords: fulfillmentPlan.flatMap((fact) => redemption(fact, clock)),
  auditLog: fulfillmentPlan
    .flatMap((fact) => history(fact, clock))
    .toSorted(byTime)
    .map((entry, position) => ({ id: 1 + position, ...entry }))
})
