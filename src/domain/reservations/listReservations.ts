import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { StayViews, type StayViewsQuery } from "./StayViews.ts"
import { toReservationSummary } from "./toReservationSummary.ts"

/**
 * A page of the caller's stays with their points, newest first unless sorted by a date (MEM-038 to MEM-048). Stays
 * without dates are excluded.
 */
export const listReservations = Effect.fnUntraced(function* (query: {
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly sortBy: StayViewsQuery["sortBy"]
  readonly status?: StayViewsQuery["status"]
  readonly limit: number
  readonly offset: number
}) {
  const { dateFrom, dateTo, limit, offset, sortBy, status } = query
  const { memberId } = yield* MemberCaller
  const reservations = yield* StayViews
  const now = yield* DateTime.now
  const page = yield* reservations.list({ memberId, from: dateFrom, to: dateTo, status, sortBy, limit, offset, now })
  return { items: page.items.map(toReservationSummary), total: page.total, limit, offset }
})
