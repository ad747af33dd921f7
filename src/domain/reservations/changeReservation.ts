import { Data, DateTime, Effect, Option, Predicate } from "effect"
import { withdrawOfStay } from "../fulfillments/withdrawFulfillments.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { correctPoints } from "./correctPoints.ts"
import { followPoints } from "./followPoints.ts"
import type { Reservation, ReservationXid } from "./Reservation.ts"
import { ReservationMissing } from "./ReservationErrors.ts"
import { Stays } from "./Stays.ts"

/** What the PMS or the core tells of a stay; what is left out stays as it is. `spend` counts the currency's smallest unit. */
export type StayChange = Partial<
  Pick<
    Reservation,
    | "propertyId"
    | "memberId"
    | "status"
    | "pmsStatus"
    | "confirmationCode"
    | "checkIn"
    | "checkOut"
    | "guestCount"
    | "bookingChannel"
    | "guestLastName"
    | "guestEmail"
  >
> & { readonly spend?: { readonly minor: number; readonly currency: string } | null }

/** A change of one stay, by the id that its organization knows it by. `messageId` names it: corrections are keyed by it. */
export interface StayMessage {
  readonly organizationId: OrganizationId
  readonly externalId: ReservationXid
  readonly messageId: string
  readonly change: StayChange
}

/** Somebody linked, unlinked or merged the stay before its wallet was locked: the locks are others now. */
class MemberMoved extends Data.TaggedError("MemberMoved") {}

/** Who has a stay changes rarely, and never as often as this while one message is dealt with. */
const attempts = 5

const changed = (row: Reservation, { spend, ...change }: StayChange): Reservation => ({
  ...row,
  ...change,
  ...(spend === undefined ? {} : { spendMinor: spend?.minor ?? null, currency: spend?.currency ?? null })
})

const isChanged = (before: Reservation, after: Reservation) =>
  Object.entries(after).some(([name, value]) => Reflect.get(before, name) !== value)

const attempt = Effect.fnUntraced(function* ({ change, externalId, messageId, organizationId }: StayMessage) {
  const stays = yield* Stays
  const wallets = yield* Wallets
  const key = yield* stays.find({ organizationId, externalId })
  if (Option.isNone(key)) return yield* new ReservationMissing()
  const { id, memberId } = key.value
  const isCancelled = change.status === "cancelled"
  // Claims are locked before wallets (DOMAIN 5.1); one that is made meanwhile is met when the stay is locked.
  if (isCancelled) yield* withdrawOfStay(id)
  const concerned = new Set([memberId, change.memberId].filter(Predicate.isNotNullish))
  for (const member of [...concerned].toSorted((a, b) => a - b)) yield* wallets.getForUpdate(member)
  const now = yield* DateTime.now
  const before = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(before)) return yield* new ReservationMissing()
  if (before.value.row.memberId !== memberId) return yield* new MemberMoved()
  const row = changed(before.value.row, change)
  if (!isChanged(before.value.row, row)) return
  yield* stays.update({ ...row, updatedAt: now })
  const after = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(after)) return
  if (isCancelled) yield* withdrawOfStay(id)
  yield* row.finalizedAt === null
    ? followPoints(before.value.facts, after.value)
    : correctPoints(before.value, after.value, messageId)
}, atomically)

/**
 * Does to a stay what the PMS or the core tells of it (DOMAIN 6.1): its status, dates, spend and member follow at once, and
 * so do the points its member was told of, in the same transaction. A finalised stay keeps its figures; what they would
 * have been otherwise is corrected in the wallet. A message that tells nothing new changes nothing.
 */
export const changeReservation = (message: StayMessage) =>
  attempt(message).pipe(
    Effect.retry({ times: attempts, while: ({ _tag }) => _tag === "MemberMoved" }),
    Effect.catchTag("MemberMoved", Effect.die)
  )
