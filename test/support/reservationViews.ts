import { DateTime, Effect } from "effect"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { type Reservation, ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import type { ReservationPlace } from "../../src/domain/reservations/ReservationPlace.ts"
import {
  type ReservationWithFacts,
  ReservationViews,
  type ReservationViewsQuery
} from "../../src/domain/reservations/ReservationViews.ts"
import { enrolment, member, start, stay, staysDataset, tier } from "./datasets/staysDataset.ts"
import { ofA } from "./reaches.ts"

const { V1, V2, V3, W1 } = venues
export const at = (...ids: ReadonlyArray<typeof V1.id>): Reach => ({
  organizationIds: [organizationIds.A],
  venueIds: ids
})

const xid = (externalId: string) => ({ externalId: ReservationXid.make(externalId) })
const inB = { organizationId: organizationIds.B, propertyId: W1.id }
export const uuids = [1, 2, 3].map((n) => `019b76da-a800-7000-8000-00000000000${n}`)
const changedAt = (minutes: number) => ({ updatedAt: DateTime.add(start, { minutes }) })
export const changedSince = (minutes: number) => ({ updatedSince: changedAt(minutes).updatedAt })
const undated = { checkIn: null, checkOut: null } as const

/** In list order; ids of one day in byte order. */
export const inOrder: ReadonlyArray<Reservation> = [
  stay(31, { ...xid("Z-first"), checkIn: "2026-01-01", checkOut: "2026-01-02", status: "cancelled" }),
  stay(30, { ...xid("019b76da-a800-7000-8000-0000000000ff"), status: "confirmed", ...changedAt(1) }),
  stay(29, { ...xid("01KDVDNA0000000000000000ZZ"), status: "pending", propertyId: V2.id }),
  stay(28, { ...xid("PMS-10"), memberId: null, ...changedAt(2) }),
  stay(27, { ...xid("PMS-9"), memberId: MemberId.make(2), ...changedAt(3) }),
  stay(26, { ...xid("_"), status: "inquiry", propertyId: V3.id }),
  stay(25, { ...xid("a/b c?#%"), memberId: MemberId.make(3) }),
  stay(4, { ...xid("same"), uuid: uuids[1] ?? null }),
  stay(9, { ...xid("same"), ...inB }),
  stay(23, xid("\u{ff5e}")),
  stay(22, xid("\u{1f3e8}")),
  stay(21, { ...xid("A-later"), checkIn: "2026-03-02", uuid: uuids[0] ?? null, ...changedAt(4) }),
  stay(5, { ...xid("later-b"), checkIn: "2026-03-02", ...inB, uuid: uuids[0] ?? null }),
  stay(2, { ...xid("null-1"), ...undated, status: "inquiry", ...changedAt(5) }),
  stay(1, { ...xid("null-2"), ...undated, status: "inquiry", ...inB }),
  stay(7, { ...xid("null-2"), ...undated, status: "inquiry", propertyId: V2.id, memberId: MemberId.make(2) })
]

export const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)
export const expected = (is: (row: Reservation) => boolean) => idsOf(inOrder.filter(is))
export const isOfA = ({ organizationId }: Reservation) => organizationId === organizationIds.A

const closed = { status: "closed" as const, closedAt: start }

export const dataset = staysDataset({
  reservations: inOrder.toReversed(),
  members: [
    ...member(1),
    ...member(2),
    ...member(3, closed),
    ...member(4),
    ...member(5),
    ...member(6, { ...closed, mergedInto: MemberId.make(1) })
  ],
  enrolments: [
    enrolment(1, 1, 2),
    enrolment(1, 2, 3, { tierExpiresAt: DateTime.subtract(start, { days: 1 }), tierId: tier(2, 3) }),
    enrolment(3, 1, 1, { status: "ended" }),
    enrolment(4, 1, 1),
    enrolment(5, 3, 1),
    enrolment(6, 1, 1, { status: "ended" })
  ]
})

export const queryOf = (query: Partial<ReservationViewsQuery>): ReservationViewsQuery => ({
  reach: ofA,
  now: start,
  statuses: undefined,
  checkInFrom: undefined,
  checkInTo: undefined,
  memberXid: undefined,
  updatedSince: undefined,
  after: undefined,
  offset: 0,
  limit: 100,
  ...query
})

export const list = (query: Partial<ReservationViewsQuery> = {}) =>
  ReservationViews.use((reservations) => reservations.list(queryOf(query)))

export const ids = (query: Partial<ReservationViewsQuery> = {}) => Effect.map(list(query), idsOf)

export const placeOf = ({ checkInDate, id, reservationId }: ReservationWithFacts): ReservationPlace => ({
  checkIn: checkInDate,
  externalId: reservationId,
  id
})

export const get = (reservationId: string, reach: Reach = ofA) =>
  ReservationViews.use((reservations) => reservations.get({ reach, reservationId, now: start }))

export const xidOf = (memberId: number) => String(memberId).padStart(26, "0")
