import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Cursors } from "../shared/Cursors.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { placeAt, positionOf } from "./ReservationPlace.ts"
import { type ReservationFilter, ReservationViews } from "./ReservationViews.ts"
import { toReservationView } from "./toReservationView.ts"

/** The filters of a request. */
interface Filters extends Partial<ReservationFilter> {
  readonly propertyIds?: ReadonlyArray<string> | undefined
}

const sortedSet = (values: ReadonlyArray<string> | undefined) => [...new Set(values)].toSorted()

/**
 * The query that a cursor is bound to: the organization (`all` for global staff without one) and the normalised
 * filters. The page size may vary.
 */
const bindingOf = (organizationId: number | undefined, filters: Filters) => {
  const { checkInFrom, checkInTo, memberXid, propertyIds, statuses, updatedSince } = filters
  const since = updatedSince?.epochMilliseconds
  const normalized = {
    venues: sortedSet(propertyIds),
    statuses: sortedSet(statuses),
    checkInFrom,
    checkInTo,
    memberXid,
    since
  }
  return `reservations ${organizationId ?? "all"} ${JSON.stringify(normalized)}`
}

/**
 * A page of the reservations within reach, by check-in, then id; `nextCursor` is null on the last page (PAR-049 to
 * PAR-059). A cursor overrides `offset`; a malformed cursor, or one of another query, yields the first page (A-05,
 *
 */
export const listVenueReservations = Effect.fnUntraced(function* (
  query: Filters & { readonly cursor?: string | undefined; readonly limit: number; readonly offset: number }
) {
  const { checkInFrom, checkInTo, cursor, limit, memberXid, propertyIds, statuses, updatedSince } = query
  const reach = yield* narrowReach(propertyIds)
  const { organization } = yield* PartnerCaller
  const cursors = yield* Cursors
  const reservations = yield* ReservationViews
  const binding = bindingOf(organization?.id, query)
  const opened = cursor === undefined ? undefined : cursors.open(binding, cursor)
  const offset = cursor === undefined ? query.offset : 0
  const rows = yield* reservations.list({
    reach,
    statuses,
    checkInFrom,
    checkInTo,
    memberXid,
    updatedSince,
    after: opened?._tag === "Position" ? placeAt(opened.position) : undefined,
    offset,
    limit: limit + 1,
    now: yield* DateTime.now
  })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = last !== undefined && rows.length > limit
  const nextCursor = hasMore
    ? cursors.seal(binding, positionOf({ checkIn: last.checkInDate, externalId: last.reservationId, id: last.id }))
    : null
  return { items: items.map(toReservationView), nextCursor, limit, offset }
})
