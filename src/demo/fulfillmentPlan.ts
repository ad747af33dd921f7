import { FulfillmentId } from "../domain/fulfillments/Fulfillment.ts"
import type { FulfillmentStatus } from "../domain/fulfillments/FulfillmentStatus.ts"
import type { MemberName } from "./demoMembers.ts"
import { type OfferName, offerPlan } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"
import type { VenueName } from "./venues.ts"

/** A demo claim and its outcome; times are hours before now. */
export interface FulfillmentFact {
  readonly name: string
  readonly member: MemberName
  readonly offer: OfferName
  readonly status: FulfillmentStatus
  /** Points charged for the claim, more than 0. */
  readonly points: number
  readonly claimedHoursAgo: number
  /** When it ended and whether the charge was refunded; null while it is open. */
  readonly ended: { readonly hoursAgo: number; readonly refunded: boolean } | null
  /** Where it is fulfilled, if the offer does not say. */
  readonly venue?: VenueName
  /** The offer required approval at the time, although it no longer does. */
  readonly neededApproval?: true
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

const notRefunded = (hoursAgo: number) => ({ hoursAgo, refunded: false })
const refunded = (hoursAgo: number) => ({ hoursAgo, refunded: true })

const deskStates: ReadonlyArray<readonly [FulfillmentStatus, number, FulfillmentFact["ended"]]> = [
  ["expired", 1001, refunded(281)],
  ["fulfilled", 301, notRefunded(291)],
  ["rejected", 261, refunded(251)],
  ["cancelled", 221, refunded(211)],
  ["modified", 161, null],
  ["approved", 81, null],
  ["pending_approval", 41, null],
  ["claimed", 21, null]
]

/** Claims of M4 in every status at one venue, for its desk. */
const atDesk = (venue: VenueName, offer: OfferName): ReadonlyArray<FulfillmentFact> =>
  deskStates.map(([status, hoursAgo, ended]) => ({
    ...claim(`${venue.toLowerCase()}_${status}`, "M4", offer, status, hoursAgo, ended),
    venue,
    ...(status === "pending_approval" ? { neededApproval: true } : {})
  }))

/** Every claim of the demo data: M1 has one in each status (REQUIREMENTS 0.2), and so has every venue's desk. */
export const fulfillmentPlan: ReadonlyArray<FulfillmentFact> = [
  ...atDesk("V1", "transfer"),
  ...atDesk("V2", "transfer"),
  ...atDesk("W1", "b_dinner"),
  claim("m2_expired", "M2", "late_checkout", "expired", 1000, refunded(280)),
  claim("expired", "M1", "lounge", "expired", 900, notRefunded(180)),
  claim("m2_fulfilled", "M2", "breakfast", "fulfilled", 500, notRefunded(480)),
  claim("fulfilled", "M1", "dinner", "fulfilled", 400, notRefunded(360)),
  claim("fulfilled_by_desk", "M1", "late_checkout", "fulfilled", 350, notRefunded(340)),
  claim("rejected", "M1", "upgrade", "rejected", 300, refunded(290)),
  claim("cancelled", "M1", "breakfast", "cancelled", 200, refunded(190)),
  claim("m2_cancelled", "M2", "spa", "cancelled", 150, refunded(149)),
  claim("modified", "M1", "upgrade", "modified", 120),
  claim("approved", "M1", "tasting", "approved", 96),
  claim("pending_approval", "M1", "museum", "pending_approval", 48),
  { ...claim("m2_claimed", "M2", "transfer", "claimed", 30), venue: "V1" },
  claim("claimed", "M1", "spa", "claimed", 24),
  claim("m2_pending", "M2", "upgrade", "pending_approval", 12)
]

/** The id of a claim on every surface. */
export const fulfillmentId = (name: string) => FulfillmentId.make(seeded.uuid("fulfillment", name))
