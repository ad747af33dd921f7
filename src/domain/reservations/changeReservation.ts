import { Data, DateTime, Effect, Option, Predicate } from "effect"
import { refreshArrivalOfStay } from "../arrivals/refreshArrivals.ts"
import { lockClaims, refuseFurtherClaims, retryClaimedMeanwhile } from "../fulfillments/lockClaims.ts"
import { withdrawOfStay } from "../fulfillments/withdrawFulfillments.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { atomically } from "../shared/atomically.ts"
import { changedFields } from "../shared/changedFields.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { correctPoints } from "./correctPoints.ts"
import { endsBeforeStart } from "./endsBeforeStart.ts"
import { followPoints } from "./followPoints.ts"
import type { ReportedStay, Reservation, ReservationXid } from "./Reservation.ts"
import { DatesOvertaken, MemberOvertaken, ReservationMissing } from "./ReservationErrors.ts"
import { Stays } from "./Stays.ts"

/** The fields of a stay that the PMS or the core reports; absent ones stay unchanged. `spend` is in minor units. */
export type StayChange = Partial<Omit<ReportedStay, "externalId" | "spendMinor" | "currency">> & {
  readonly spend?: { readonly minor: number; readonly currency: string } | null
}

/**
 * A change to one stay, by its organization's id. `messageId` identifies the change and keys its corrections. A change
 * of member that `needsOpenAccount` is refused if the new member's account is closed.
 */
export interface StayMessage {
  readonly organizationId: OrganizationId
  readonly externalId: ReservationXid
  readonly messageId: string
  readonly change: StayChange
  readonly needsOpenAccount?: boolean
}

/** The stay or its points moved to another member before their wallet was locked: the wrong wallet is locked. */
class MemberMoved extends Data.TaggedError("MemberMoved") {}

/** Ample: a stay rarely changes its member. */
const attempts = 5

const applyChange = (row: Reservation, { spend, ...change }: StayChange): Reservation => ({
  ...row,
  ...change,
  ...(spend === undefined ? {} : { spendMinor: spend?.minor ?? null, currency: spend?.currency ?? null })
})

const attempt = Effect.fnUntraced(function* (message: StayMessage) {
  const { change, externalId, messageId, needsOpenAccount = false, organizationId } = message
  const stays = yield* Stays
  const wallets = yield* Wallets
  const key = yield* stays.find({ organizationId, externalId })
  if (Option.isNone(key)) return yield* new ReservationMissing()
  const { holderId, id, memberId } = key.value
  const isCancelled = change.status === "cancelled"
  const claims = isCancelled ? yield* lockClaims({ reservationId: id }) : []
  const claimants = claims.map(({ row }) => row.memberId)
  const memberIds = new Set([memberId, change.memberId, holderId, ...claimants].filter(Predicate.isNotNullish))
  for (const each of [...memberIds].toSorted((a, b) => a - b)) {
    const { isClosed } = yield* wallets.getForUpdate(each)
    if (needsOpenAccount && isClosed && each === change.memberId) return yield* new MemberOvertaken()
  }
  const now = yield* DateTime.now
  const before = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(before)) return yield* new ReservationMissing()
  // A claim locks the stay against this, so it is committed by now or will be refused.
  if (isCancelled) yield* refuseFurtherClaims({ reservationId: id }, claims)
  const { facts } = before.value
  if (before.value.row.memberId !== memberId || (facts.memberId !== null && !memberIds.has(facts.memberId))) {
    return yield* new MemberMoved()
  }
  const row = applyChange(before.value.row, change)
  if (endsBeforeStart(row)) return yield* new DatesOvertaken()
  if (changedFields(before.value.row, row) === undefined) return
  yield* stays.update({ ...row, updatedAt: now })
  const after = yield* stays.findForUpdate({ id, now })
  if (Option.isNone(after)) return
  yield* withdrawOfStay(claims)
  yield* row.finalizedAt === null
    ? followPoints(facts, after.value)
    : correctPoints(before.value, after.value, messageId)
  yield* refreshArrivalOfStay(before.value.row, after.value.row)
}, atomically)

/**
 * Applies a change from the PMS or the core to a stay (DOMAIN 6.1): status, dates, spend, member, pending points and
 * arrival task are updated in one transaction. A finalised stay keeps its figures; the difference is corrected in the
 * wallet. A repeated message changes nothing.
 */
export const changeReservation = (message: StayMessage) =>
  retryClaimedMeanwhile(attempt(message)).pipe(
    Effect.retry({ times: attempts, while: ({ _tag }) => _tag === "MemberMoved" }),
    Effect.catchTag("MemberMoved", Effect.die)
  )
