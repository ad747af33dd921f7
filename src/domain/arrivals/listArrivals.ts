import { DateTime, Effect } from "effect"
import { narrowReach } from "../venues/narrowReach.ts"
import { Arrivals } from "./Arrivals.ts"
import type { ArrivalStatus } from "./ArrivalTask.ts"
import { clampWindow } from "./ArrivalsWindow.ts"

/** Withdrawn tasks are listed only on request (PAR-037). */
const listedByDefault: ReadonlyArray<ArrivalStatus> = ["open", "acknowledged", "completed"]

/**
 * A page of the caller's arrivals, by check-in date then task id, with the window that was listed (PAR-030 to PAR-038).
 */
export const listArrivals = Effect.fnUntraced(function* (query: {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly statuses?: ReadonlyArray<ArrivalStatus> | undefined
  readonly acknowledged?: boolean | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { acknowledged, from, limit, offset, propertyIds, statuses, to } = query
  const reach = yield* narrowReach(propertyIds)
  const now = yield* DateTime.now
  const arrivals = yield* Arrivals
  const page = yield* arrivals.list({
    reach,
    now,
    from,
    to,
    acknowledged,
    limit,
    offset,
    statuses: statuses ?? listedByDefault
  })
  return { items: page.items, total: page.total, limit, offset, window: clampWindow(page.window, { from, to }) }
})
