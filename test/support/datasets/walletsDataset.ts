import { BigDecimal, DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { type Fulfillment, FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { type Offer, OfferId, OfferXid } from "../../../src/domain/offers/Offer.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { notFinal } from "../../../src/domain/reservations/notFinal.ts"
import { type Reservation, ReservationId, ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { emptyDataset } from "./emptyDataset.ts"
import { plainOffer } from "./plainOffer.ts"

/** The start time of tests with wallets. */
export const start = DateTime.makeUnsafe("2026-03-01T10:00:00.000Z")

const { brands, members, organizations, programs, properties, reservations, tiers } = demoWithoutCities(start)
const [property] = properties
const [member] = members
const [reservation] = reservations

const stay = (id: number, memberId: number): ReadonlyArray<Reservation> =>
  reservation === undefined || property === undefined
    ? []
    : [
        {
          ...reservation,
          id: ReservationId.make(id),
          memberId: MemberId.make(memberId),
          organizationId: property.organizationId,
          propertyId: property.id,
          externalId: ReservationXid.make(`stay-${id}`),
          status: "confirmed",
          pmsStatus: null,
          checkIn: "2026-05-01",
          checkOut: "2026-05-03",
          confirmationCode: `CODE${id}`,
          spendMinor: null,
          currency: null,
          ...notFinal
        }
      ]

/** One point per whole EUR, since long ago. */
const earningRules: Dataset["earningRules"] = programs.map((program) => ({
  organizationId: program.organizationId,
  programId: program.id,
  version: 1,
  rules: [
    {
      category: "room",
      pointsPerUnit: BigDecimal.fromBigInt(1n),
      currency: "EUR",
      minSpend: null,
      maxPointsPerStay: null,
      exclusions: []
    }
  ],
  effectiveFrom: "2020-01-01",
  createdAt: start
}))

const offer = (organizationId: number): Offer => ({
  id: OfferId.make(1),
  xid: OfferXid.make("offer-1"),
  organizationId: OrganizationId.make(organizationId),
  propertyId: null,
  categoryId: null,
  ...plainOffer,
  pointsRequired: 100,
  status: "published",
  createdAt: start,
  updatedAt: start
})

/** The id of a claim. */
export const claimId = (n: number) => FulfillmentId.make(`00000000-0000-7000-8000-${String(n).padStart(12, "0")}`)

const claim = (n: number, memberId: number, organizationId: number): Fulfillment => ({
  id: claimId(n),
  organizationId: OrganizationId.make(organizationId),
  propertyId: null,
  memberId: MemberId.make(memberId),
  offerId: OfferId.make(1),
  reservationId: null,
  status: "claimed",
  redemptionType: "direct",
  pointsCharged: 100,
  checkInDate: null,
  note: null,
  verificationCodeHash: null,
  verificationCodeEnc: null,
  codeValid: false,
  codesShownAt: null,
  modification: null,
  rejectReason: null,
  claimedAt: start,
  approvedAt: null,
  fulfilledAt: null,
  rejectedAt: null,
  cancelledAt: null,
  expiredAt: null,
  remindedAt: null,
  expiresAt: DateTime.add(start, { days: 300 }),
  updatedAt: start,
  version: 1
})

/** The spend of a stay that earns `points`. */
export const spent = (points: number): Partial<Reservation> => ({ spendMinor: 100 * points, currency: "EUR" })

/**
 * Members 1 to `count` with empty wallets, in no program, and ten stays of each, numbered by member: member 3 has stays
 * 301 to 310. They earn one point per EUR, and nothing has been spent yet. Claims 301 to 310 are member 3's too; they
 * were not charged.
 */
export const walletsDataset = (count: number): Dataset => {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const tenOf = <A>(make: (n: number, memberId: number) => A) =>
    ids.flatMap((id) => Array.from({ length: 10 }, (_, index) => make(100 * id + index + 1, id)))
  const organizationId = property?.organizationId ?? 1
  return {
    ...emptyDataset,
    organizations,
    brands,
    properties: property === undefined ? [] : [property],
    programs,
    tiers,
    earningRules,
    members: ids.flatMap((id) =>
      member === undefined
        ? []
        : [
            {
              ...member,
              id: MemberId.make(id),
              xid: String(id).padStart(26, "0"),
              identitySubject: `member-${id}`,
              email: `${id}@example.com`
            }
          ]
    ),
    reservations: tenOf(stay).flat(),
    offers: [offer(organizationId)],
    fulfillments: tenOf((n, memberId) => claim(n, memberId, organizationId))
  }
}
