import { DateTime } from "effect"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venues } from "../../../src/demo/venues.ts"
import type { GuestInvite } from "../../../src/domain/invites/GuestInvite.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import type { WalletEntry, WalletLot } from "../../../src/domain/wallet/Wallet.ts"
import { claimId, claimOf } from "../claims.ts"
import { enrolment, member, offers, pendingEarn, start, stay, staysDataset, wallet } from "./staysDataset.ts"

const { A, B } = organizationIds

/** The time `count` days after the start. */
export const days = (count: number) => DateTime.add(start, { days: count })

const lot = (id: string, memberId: number, remaining: number, expiresAt: DateTime.Utc | null): WalletLot => ({
  id,
  memberId: MemberId.make(memberId),
  asset: expiresAt === null ? "CREDIT" : "VALID",
  original: remaining,
  remaining,
  expiresAt,
  sourceEntryId: `credit ${id}`,
  createdAt: days(-90)
})

/** The entry that credited a lot. */
const credit = ({ asset, id, memberId, original }: WalletLot): WalletEntry => ({
  ...charge(0, memberId, asset, -original),
  id: `credit ${id}`,
  type: "ADJUST",
  movements: [{ lotId: id, points: original }],
  sourceType: "adjustment",
  fulfillmentId: null,
  createdAt: days(-90)
})

const charge = (n: number, memberId: number, asset: WalletEntry["asset"], points: number): WalletEntry => ({
  id: `charge ${n} ${asset}`,
  memberId: MemberId.make(memberId),
  groupId: `group ${n}`,
  type: "SPEND",
  asset,
  points: -points,
  movements: [],
  description: "Offer",
  sourceType: "offer",
  sourceId: "offer",
  fulfillmentId: claimId(n),
  reservationId: null,
  transferId: null,
  correctionId: null,
  reversesEntryId: null,
  metadata: {},
  createdAt: days(-2)
})

const lots = [
  lot("due", 1, 200, days(0)),
  lot("valid", 1, 300, DateTime.add(start, { seconds: 1 })),
  lot("credit", 1, 50, null),
  lot("other", 2, 7, days(1))
]

const invite: GuestInvite = {
  id: 1,
  organizationId: A,
  propertyId: venues.V3.id,
  programId: null,
  reservationId: null,
  email: "nine@example.com",
  searchText: "nine@example.com",
  phone: null,
  firstName: null,
  lastName: null,
  locale: null,
  status: "accepted",
  tokenHash: "0".repeat(64),
  sentCount: 1,
  lastSentAt: days(-5),
  expiresAt: days(5),
  acceptedAt: days(-4),
  memberId: MemberId.make(9),
  createdAt: days(-6),
  updatedAt: days(-4)
}

const of = (memberId: number) => ({ memberId: MemberId.make(memberId) })

/** Stays that have begun are 1 to 4: two at V1, one at V2 later than both, one at W1 of another organization. */
const reservations = [
  stay(1, { checkIn: "2026-03-01", checkOut: "2026-03-03" }),
  stay(2, { checkIn: "2026-02-01", checkOut: "2026-02-03", pmsStatus: null, spendMinor: null, currency: null }),
  stay(3, {
    checkIn: "2026-03-05",
    checkOut: "2026-03-06",
    propertyId: venues.V2.id,
    spendMinor: null,
    currency: null
  }),
  stay(4, {
    organizationId: B,
    propertyId: venues.W1.id,
    checkIn: "2026-03-10",
    spendMinor: null,
    currency: null,
    checkOut: null
  }),
  stay(5, { checkIn: "2026-03-04", status: "cancelled", spendMinor: null, currency: null, checkOut: null }),
  stay(6, { checkIn: "2026-03-04", pmsStatus: "no_show", spendMinor: null, currency: null, checkOut: null }),
  stay(7, { checkIn: "2026-03-11", status: "confirmed", spendMinor: null, currency: null, checkOut: null }),
  stay(8, { checkIn: "2026-03-04", status: "inquiry", spendMinor: null, currency: null, checkOut: null }),
  stay(9, { checkIn: null, checkOut: null, spendMinor: null, currency: null }),
  stay(11, { ...of(2), propertyId: venues.V2.id, checkIn: "2026-03-10", status: "confirmed", checkOut: null }),
  stay(12, { ...of(4), organizationId: B, propertyId: venues.W1.id }),
  stay(13, of(5)),
  stay(14, of(6)),
  // Two venues with one stay each: the later one is home, although the other's id comes first or last.
  stay(15, { ...of(12), propertyId: venues.V1.id, checkIn: "2026-02-01", checkOut: null }),
  stay(16, { ...of(12), propertyId: venues.V2.id, checkIn: "2026-02-02", checkOut: null }),
  // On the same day at two venues of one time zone, the document id decides.
  stay(17, { ...of(12), propertyId: venues.V1.id, checkIn: "2026-01-01", checkOut: null }),
  stay(18, { ...of(12), propertyId: venues.V2.id, checkIn: "2026-01-01", checkOut: null })
]

/** Twelve members, each linked to organizations and venues in a different way. */
export const memberViewsDataset = staysDataset({
  ...offers.rows,
  members: [
    ...member(1, {
      firstName: "Ádá",
      lastName: "Müller-O'Brien",
      email: "Ada.B_1%x@example.com",
      phone: "+351 912 000 111"
    }),
    ...member(2, { firstName: "", lastName: "100%_back\\slash" }),
    ...member(3, { firstName: "Straße", lastName: "ΑΩ Łódź" }),
    ...member(4),
    ...member(5, { status: "closed", closedAt: days(-10), updatedAt: days(-10) }),
    ...member(6, { status: "closed", closedAt: days(-10), mergedInto: MemberId.make(1) }),
    ...member(7),
    ...member(8, { phone: null, country: null, language: null }),
    ...member(9),
    ...member(10),
    ...member(11),
    ...member(12, { status: "suspended", updatedAt: days(-3) })
  ],
  enrolments: [
    enrolment(1, 1, 2),
    enrolment(1, 2, 1),
    enrolment(3, 1, 1),
    enrolment(4, 3, 1),
    enrolment(5, 1, 1, { status: "ended" }),
    // The period ended 10 days ago, with enough points for tier 2.
    enrolment(10, 1, 3, { tierExpiresAt: days(-10), qualifyingPoints: 1200 }),
    enrolment(12, 1, 3),
    enrolment(12, 3, 2)
  ],
  reservations,
  fulfillments: [
    claimOf(1, start, "breakfast", { ...of(8), organizationId: A, propertyId: venues.V1.id }),
    claimOf(2, start, "breakfast", { ...of(11), organizationId: A, propertyId: null }),
    // Due, and refunded when it expires: pending approval always is.
    claimOf(3, start, "breakfast", {
      ...of(1),
      status: "pending_approval",
      propertyId: venues.V1.id,
      expiresAt: days(0)
    }),
    // Due, and not refunded: a claim that its member could have confirmed, for an offer without refund on expiry.
    claimOf(4, start, "breakfast", {
      ...of(1),
      propertyId: null,
      redemptionType: "direct",
      claimedAt: days(-2),
      expiresAt: days(-1)
    }),
    // Not due yet.
    claimOf(5, start, "breakfast", { ...of(1), propertyId: null, expiresAt: days(1) })
  ],
  guestInvites: [invite],
  wallets: [
    { ...wallet(1), validBalance: 500, creditBalance: 50, nextExpiryAt: days(0) },
    { ...wallet(2), validBalance: 7 },
    wallet(12)
  ],
  walletLots: lots,
  walletEntries: [
    ...lots.map(credit),
    charge(3, 1, "VALID", 40),
    charge(3, 1, "CREDIT", 3),
    charge(4, 1, "VALID", 1000),
    charge(5, 1, "VALID", 2000)
  ],
  walletActivity: [pendingEarn(1, 1)]
})
