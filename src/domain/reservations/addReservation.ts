import { DateTime, Effect, Option } from "effect"
import { refreshArrivalOfStay } from "../arrivals/refreshArrivals.ts"
import { atomically } from "../shared/atomically.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { followPoints } from "./followPoints.ts"
import { notFinal } from "./notFinal.ts"
import type { Reservation } from "./Reservation.ts"
import { MemberOvertaken } from "./ReservationErrors.ts"
import { Stays } from "./Stays.ts"

/** A stay as the PMS first reports it. */
export type NewStay = Omit<Reservation, "id" | "uuid" | keyof typeof notFinal | "createdAt" | "updatedAt">

/**
 * Records a new stay, with its pending points and its arrival task where applicable (DOMAIN 6.1, 6.2). A stay that
 * `needsOpenAccount` is refused if its member's account is closed.
 */
export const addReservation = Effect.fnUntraced(function* (
  stay: NewStay,
  { needsOpenAccount = false }: { readonly needsOpenAccount?: boolean } = {}
) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  const wallet = stay.memberId === null ? undefined : yield* wallets.getForUpdate(stay.memberId)
  if (needsOpenAccount && wallet?.isClosed === true) return yield* new MemberOvertaken()
  const now = yield* DateTime.now
  const id = yield* stays.insert({
    ...stay,
    ...notFinal,
    uuid: null,
    createdAt: now,
    updatedAt: now
  })
  const added = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(added)) return
  yield* followPoints(added.value.facts, added.value)
  yield* refreshArrivalOfStay(undefined, added.value.row)
}, atomically)
