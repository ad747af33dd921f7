import { Effect, Result, type Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import type { ImportReport } from "../imports/ImportReport.ts"
import { importLines, type Item, type Written } from "../imports/importLines.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
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

const isSame = (stored: ReportedStay, wanted: ReportedStay) =>
  Object.entries(wanted).every(([field, value]) => Reflect.get(stored, field) === value)

/** Why a line was not written although it could be: another process was faster. */
const overtaken = (): Omit<Extract<Written, { outcome: "rejected" }>, "line"> => ({
  outcome: "rejected",
  reason: "was changed by something else in that moment: import it again"
})

const writeStay = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  stored: ReportedStay | undefined,
  wanted: ReportedStay
) {
  if (stored === undefined) {
    return yield* addReservation({ ...wanted, organizationId }).pipe(
      Effect.as({ outcome: "created" as const }),
      Effect.catchTag("ReservationTaken", () => Effect.succeed(overtaken()))
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
    Effect.catchTag("ReservationMissing", () => Effect.succeed(overtaken()))
  )
})

const idsOf = <A>(values: ReadonlyArray<A | null | undefined>) => [
  ...new Set(values.filter((value): value is A & {} => value !== null && value !== undefined))
]

/**
 * Imports the reservations of an organization's hotel system in constant memory. A new one is added and a changed one
 * changed as if its system had reported it now: points, claims bound to it and arrival tasks follow (DOMAIN 6.1). One
 * that is as the line says is not touched, so a file can be imported again.
 */
export const importReservations = Effect.fnUntraced(function* <E, R, R2>(of: {
  readonly organizationId: OrganizationId
  readonly chunks: Stream.Stream<string, E, R>
  readonly read: (text: string) => Result.Result<ReservationLine, string>
  readonly dryRun: boolean
  readonly onProgress: (report: ImportReport) => Effect.Effect<void, never, R2>
}) {
  const { chunks, dryRun, onProgress, organizationId, read } = of
  const feed = yield* StayFeed

  const write = Effect.fnUntraced(function* (items: ReadonlyArray<Line>) {
    const references = yield* feed.listReferences({
      organizationId,
      reservationIds: items.map(({ value }) => value.reservationId),
      propertyIds: idsOf(items.map(({ value }) => value.propertyId)),
      memberIds: idsOf(items.map(({ value }) => value.memberId))
    })
    return yield* Effect.forEach(
      items,
      ({ line, value }): Effect.Effect<Written, never, Effect.Services<ReturnType<typeof writeStay>>> => {
        const wanted = wantedOf(value, references)
        if (typeof wanted === "string") return Effect.succeed({ line, outcome: "rejected", reason: wanted })
        const stored = references.stays.get(value.reservationId)
        if (stored !== undefined && isSame(stored, wanted)) return Effect.succeed({ line, outcome: "unchanged" })
        if (dryRun) return Effect.succeed({ line, outcome: stored === undefined ? "created" : "updated" })
        return Effect.map(writeStay(organizationId, stored, wanted), (written) => ({ line, ...written }))
      },
      { concurrency: atOnce }
    )
  })

  return yield* importLines({
    chunks,
    dryRun,
    onProgress,
    read,
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
