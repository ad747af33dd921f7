import { DateTime, Effect, Option } from "effect"
import { atomically } from "../shared/atomically.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { followPoints } from "./followPoints.ts"
import type { Reservation } from "./Reservation.ts"
import { Stays } from "./Stays.ts"

/** A stay as the PMS first reports it. */
export type NewStay = Omit<
  Reservation,
  "id" | "basePoints" | "multiplier" | "totalPoints" | "finalizedAt" | "createdAt" | "updatedAt"
>

/** Records a new stay, and its pending points if member and spend are known (DOMAIN 6.1). */
export const addReservation = Effect.fnUntraced(function* (stay: NewStay) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  if (stay.memberId !== null) yield* wallets.getForUpdate(stay.memberId)
  const now = yield* DateTime.now
  const id = yield* stays.insert({
    ...stay,
    basePoints: null,
    multiplier: null,
    totalPoints: null,
    finalizedAt: null,
    createdAt: now,
    updatedAt: now
  })
  const added = yield* stays.findForUpdate({ id, now })
  if (Option.isSome(added)) yield* followPoints(added.value.facts, added.value)
}, atomically)
