import { Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  idsOf,
  importLines,
  type Item,
  type OrganizationLines,
  overtaken,
  type Written
} from "../imports/importLines.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { changedFields } from "../shared/changedFields.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import { addReservation } from "./addReservation.ts"
import { changeReservation } from "./changeReservation.ts"
import { type ReportedStay, ReservationXid } from "./Reservation.ts"
import type { ReservationLine } from "./ReservationLine.ts"
import { StayFeed, type StayReferences } from "./StayFeed.ts"

type Line = Item<ReservationLine>

/** Stays written at once, each in a transaction of its own: a few, so that requests find connections as well. */
const atOnce = 4

const unknown: Omit<ReportedStay, "externalId" | "propertyId" | "status"> = {
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

/** The stay as the line says it is, or why it cannot be. */
const wantedOf = (
  { memberId, propertyId, reservationId, ...reported }: ReservationLine,
  { members, stays, venues }: StayReferences
): ReportedStay | string => {
  const stored = stays.get(reservationId)
  const venue = venues.get(propertyId)
  if (venue === undefined) return `propertyId: the organization has no ${propertyId}`
  const member = typeof memberId === "string" ? members.get(memberId) : memberId
  if (typeof memberId === "string" && member === undefined) return `memberId: there is no open account ${memberId}`
  const wanted: ReportedStay = {
    ...unknown,
    ...stored,
    ...reported,
    externalId: ReservationXid.make(reservationId),
    propertyId: venue,
    ...(member === undefined ? {} : { memberId: member })
  }
  return wanted.checkIn !== null && wanted.checkOut !== null && wanted.checkOut < wanted.checkIn
    ? "checkOut: is before checkIn"
    : wanted
}

const rejectOvertaken = Effect.succeed({ outcome: "rejected" as const, reason: overtaken })

const writeStay = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  stored: ReportedStay | undefined,
  wanted: ReportedStay
) {
  if (stored === undefined) {
    return yield* addReservation({ ...wanted, organizationId }).pipe(
      Effect.as({ outcome: "created" as const }),
      Effect.catchTag("ReservationTaken", () => rejectOvertaken)
    )
  }
  const { currency, externalId, spendMinor, ...change } = wanted
  const random = yield* SecureRandom.SecureRandom
  return yield* changeReservation({
    organizationId,
    externalId,
    messageId: `import:${yield* random.uuidV7()}`,
    change: {
      ...change,
      spend: spendMinor === null || currency === null ? null : { minor: spendMinor, currency }
    }
  }).pipe(
    Effect.as({ outcome: "updated" as const }),
    Effect.catchTag("ReservationMissing", () => rejectOvertaken)
  )
})

/**
 * Imports the reservations of an organization's hotel system in constant memory. A new one is added and a changed one
 * changed as if its system had reported it now: points, claims bound to it and arrival tasks follow (DOMAIN 6.1). One
 * that is as the line says is not touched, so a file can be imported again.
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
        const wanted = wantedOf(value, references)
        if (typeof wanted === "string") return Effect.succeed({ line, outcome: "rejected", reason: wanted })
        const stored = references.stays.get(value.reservationId)
        if (stored !== undefined && changedFields(stored, wanted) === undefined) {
          return Effect.succeed({ line, outcome: "unchanged" })
        }
        if (lines.dryRun) return Effect.succeed({ line, outcome: stored === undefined ? "created" : "updated" })
        return Effect.map(writeStay(organizationId, stored, wanted), (written) => ({ line, ...written }))
      },
      { concurrency: atOnce }
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
 * For a system whose numbers are unique within a property only: the id is `<property>:<number>` (DOMAIN 6). `read` reads
 * a line as the system writes it.
 */
export const perProperty =
  (read: (text: string) => Result.Result<ReservationLine, string>) =>
  (text: string): Result.Result<ReservationLine, string> =>
    Result.flatMap(read(text), (line) => {
      const reservationId = `${line.propertyId}:${line.reservationId}`
      return isExternalId(reservationId)
        ? Result.succeed({ ...line, reservationId })
        : Result.fail("reservationId: is too long with the property before it")
    })
