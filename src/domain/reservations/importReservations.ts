import { Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  idsOf,
  importLines,
  type Item,
  type OrganizationLines,
  changedConcurrently,
  type Written
} from "../imports/importLines.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { changedFields } from "../shared/changedFields.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import { addReservation } from "./addReservation.ts"
import { changeReservation } from "./changeReservation.ts"
import { endsBeforeStart } from "./endsBeforeStart.ts"
import { type ReportedStay, ReservationXid } from "./Reservation.ts"
import type { ReservationLine } from "./ReservationLine.ts"
import { StayFeed, type StayReferences } from "./StayFeed.ts"

type Line = Item<ReservationLine>

/** Stays written concurrently, each in its own transaction: few, to leave connections for requests. */
const concurrency = 4

const emptyStay: Omit<ReportedStay, "externalId" | "propertyId" | "status"> = {
  memberId: null,
  pmsStatus: null,
  confirmationCode: null,
  checkIn: null,
  checkOut: null,
  guestCount: 1,
  bookingChannel: null,
  guestLastName: null,
  guestEmail: null,
  spendMinor: null,
  currency: null
}

/** The stay that the line describes, or the reason to reject it. */
const plannedStay = (
  { memberId, propertyId, reservationId, ...reported }: ReservationLine,
  { members, stays, venues }: StayReferences
): ReportedStay | string => {
  const stored = stays.get(reservationId)
  const venue = venues.get(propertyId)
  if (venue === undefined) return `propertyId: the organization has no ${propertyId}`
  const member = typeof memberId === "string" ? members.get(memberId) : memberId
  if (typeof memberId === "string" && member === undefined) return `memberId: no open account ${memberId}`
  const planned: ReportedStay = {
    ...emptyStay,
    ...stored,
    ...reported,
    externalId: ReservationXid.make(reservationId),
    propertyId: venue,
    ...(member === undefined ? {} : { memberId: member })
  }
  return endsBeforeStart(planned) ? "checkOut: is before checkIn" : planned
}

const spendOf = ({ currency, spendMinor }: ReportedStay) =>
  spendMinor === null || currency === null ? null : { minor: spendMinor, currency }

const rejectOvertaken = Effect.succeed({ outcome: "rejected" as const, reason: changedConcurrently })

const writeStay = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  stored: ReportedStay | undefined,
  planned: ReportedStay
) {
  if (stored === undefined) {
    return yield* addReservation({ ...planned, organizationId }, { needsOpenAccount: true }).pipe(
      Effect.as({ outcome: "created" as const }),
      Effect.catchTag(["ReservationTaken", "MemberOvertaken"], () => rejectOvertaken)
    )
  }
  // Only what the line changes: the other fields may have been written since the batch was read.
  const { currency, externalId: _, spendMinor, ...change } = changedFields(stored, planned)?.after ?? {}
  const isOfSpend = currency !== undefined || spendMinor !== undefined
  const random = yield* SecureRandom.SecureRandom
  return yield* changeReservation({
    organizationId,
    externalId: planned.externalId,
    messageId: `import:${yield* random.uuidV7()}`,
    change: {
      ...change,
      ...(isOfSpend ? { spend: spendOf(planned) } : {})
    },
    needsOpenAccount: true
  }).pipe(
    Effect.as({ outcome: "updated" as const }),
    Effect.catchTag(["ReservationMissing", "MemberOvertaken", "DatesOvertaken"], () => rejectOvertaken)
  )
})

/**
 * Imports the reservations of an organization's hotel system in constant memory. New and changed ones are processed as
 * if the system had just reported them: points, bound claims and arrival tasks follow (DOMAIN 6.1). Unchanged ones are
 * not written, so a file can be imported again.
 */
export const importReservations = Effect.fnUntraced(function* <E, R, R2>({
  organizationId,
  ...lines
}: OrganizationLines<ReservationLine, E, R, R2>) {
  const feed = yield* StayFeed

  const write = Effect.fnUntraced(function* (items: ReadonlyArray<Line>) {
    const references = yield* feed.listReferences({
      organizationId,
      reservationIds: items.map(({ value }) => value.reservationId),
      propertyIds: idsOf(items, ({ propertyId }) => propertyId),
      memberIds: idsOf(items, ({ memberId }) => memberId)
    })
    return yield* Effect.forEach(
      items,
      ({ line, value }): Effect.Effect<Written, never, Effect.Services<ReturnType<typeof writeStay>>> => {
        const planned = plannedStay(value, references)
        if (typeof planned === "string") return Effect.succeed({ line, outcome: "rejected", reason: planned })
        const stored = references.stays.get(value.reservationId)
        if (stored !== undefined && changedFields(stored, planned) === undefined) {
          return Effect.succeed({ line, outcome: "unchanged" })
        }
        if (lines.dryRun) return Effect.succeed({ line, outcome: stored === undefined ? "created" : "updated" })
        return Effect.map(writeStay(organizationId, stored, planned), (written) => ({ line, ...written }))
      },
      { concurrency }
    )
  })

  return yield* importLines({
    ...lines,
    transactions: "own",
    keyOf: ({ reservationId }) => reservationId,
    write
  })
})

/**
 * For systems whose ids are unique only within a property: the external id becomes `<property>:<id>` (DOMAIN 6). `read`
 * parses a line in the system's format.
 */
export const perProperty =
  (read: (text: string) => Result.Result<ReservationLine, string>) =>
  (text: string): Result.Result<ReservationLine, string> =>
    Result.flatMap(read(text), (line) => {
      const reservationId = `${line.propertyId}:${line.reservationId}`
      return isExternalId(reservationId)
        ? Result.succeed({ ...line, reservationId })
        : Result.fail("reservationId: is too long with the property prefix")
    })
