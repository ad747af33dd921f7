import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import type { Reservation } from "./Reservation.ts"
import { ReservationViews } from "./ReservationViews.ts"
import { toReservationView } from "./toReservationView.ts"

/** One reservation within reach, by any of its ids (PAR-058). */
export const getReservation = Effect.fnUntraced(function* (reservationId: string) {
  const { reach } = yield* PartnerCaller
  const reservations = yield* ReservationViews
  return toReservationView(yield* reservations.get({ reach, reservationId, now: yield* DateTime.now }))
})

/** A page of a member's stays within reach; the member must be visible there (DOMAIN 1.7). */
export const listReservationsOfMember = Effect.fnUntraced(function* (query: {
  readonly memberXid: string
  readonly statuses?: ReadonlyArray<Reservation["status"]> | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, memberXid, offset, statuses } = query
  const { reach } = yield* PartnerCaller
  const reservations = yield* ReservationViews
  const page = yield* reservations.listOfMember({
    reach,
    memberXid,
    statuses,
    limit,
    offset,
    now: yield* DateTime.now
  })
  return { items: page.items.map(toReservationView), total: page.total, limit, offset }
})
