import { FulfillmentId } from "../domain/fulfillments/Fulfillment.ts"
import type { FulfillmentStatus } from "../domain/fulfillments/FulfillmentStatus.ts"
import type { MemberName } from "./demoMembers.ts"
import { type OfferName, offerPlan } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"

/** A demo claim and its outcome; times are hours before now. */
export interface FulfillmentFact {
  readonly name: string
  readonly member: MemberName
  readonly offer: OfferName
  readonly status: FulfillmentStatus
  /** Points charged for the claim, more than 0. */
  readonly points: number
  readonly claimedHoursAgo: number
  /** When it ended, and whether the charge was refunded then; null while it is open. */
  readonly ended: { readonly hoursAgo: number; readonly refunded: boolean } | null
}

const claim = (
  name: string,
  member: MemberName,
  offer: OfferName,
  status: FulfillmentStatus,
  claimedHoursAgo: number,
  ended: FulfillmentFact["ended"] = null
): FulfillmentFact => ({
  name,
  member,
  offer,
  status,
  points: offerPlan[offer].points,
  claimedHoursAgo,
  ended
})

const kept = (hoursAgo: number) => ({ hoursAgo, refunded: false })
const refunded = (hoursAgo: number) => ({ hoursAgo, refunded: true })

/** Every claim of the demo data, oldest first: M1 has one in each status (REQUIREMENTS 0.2). */
export const fulfillmentPlan: ReadonlyArray<FulfillmentFact> = [
  claim("m2_expired", "M2", "late_checkout", "expired", 1000, refunded(280)),
  claim("expired", "M1", "lounge", "expired", 900, kept(180)),
  claim("m2_fulfilled", "M2", "breakfast", "fulfilled", 500, kept(480)),
  claim("fulfilled", "M1", "dinner", "fulfilled", 400, kept(360)),
  claim("fulfilled_by_desk", "M1", "late_checkout", "fulfilled", 350, kept(340)),
  claim("rejected", "M1", "upgrade", "rejected", 300, refunded(290)),
  claim("cancelled", "M1", "breakfast", "cancelled", 200, refunded(190)),
  claim("m2_cancelled", "M2", "spa", "cancelled", 150, refunded(149)),
  claim("modified", "M1", "upgrade", "modified", 120),
  claim("approved", "M1", "tasting", "approved", 96),
  claim("pending_approval", "M1", "museum", "pending_approval", 48),
  claim("m2_claimed", "M2", "transfer", "claimed", 30),
  claim("claimed", "M1", "spa", "claimed", 24),
  claim("m2_pending", "M2", "upgrade", "pending_approval", 12)
]

/** The id of a claim on every surface. */
export const fulfillmentId = (name: string) => FulfillmentId.make(seeded.uuid("fulfillment", name))
