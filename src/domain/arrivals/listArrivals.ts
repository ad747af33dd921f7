import { DateTime, Effect } from "effect"
import { narrowReach } from "../venues/narrowReach.ts"
import { Arrivals, type ArrivalsPage, type ArrivalsQuery } from "./Arrivals.ts"
import type { ArrivalStatus } from "./ArrivalTask.ts"
import { clampWindow } from "./ArrivalsWindow.ts"
import { rebuildBatch } from "./rebuildTasks.ts"
import { catchUpArrivals, catchUpTasks } from "./catchUpArrivals.ts"

/** Withdrawn tasks are listed only on request (PAR-037). */
const listedByDefault: ReadonlyArray<ArrivalStatus> = ["open", "acknowledged", "completed"]

/**
 * How many tasks to rebuild in each pass, from the first of the page on, while there are too many within reach to
 * rebuild all. Tasks that leave the list by their rebuild make room for others, which have to be rebuilt in turn.
 */
const ahead = (limit: number) => [limit, rebuildBatch, rebuildBatch, rebuildBatch]

/** A page on which every task is up to date, though tasks that enter the list by their rebuild may be missing. */
const listRebuilt = Effect.fnUntraced(function* (query: ArrivalsQuery, outdated: ArrivalsPage) {
  const { list } = yield* Arrivals
  const rebuilt = new Set<string>()
  let page = outdated
  for (const limit of ahead(query.limit)) {
    if (page.items.every(({ taskId }) => rebuilt.has(taskId))) break
    const next = limit === query.limit ? page : yield* list({ ...query, limit })
    const taskIds = next.items.flatMap(({ taskId }) => (rebuilt.has(taskId) ? [] : [taskId]))
    yield* catchUpTasks(query.reach, taskIds)
    for (const taskId of taskIds) rebuilt.add(taskId)
    page = yield* list(query)
  }
  return page
})

/** The page after the pending rebuilds. */
const listCaughtUp = Effect.fnUntraced(function* (query: ArrivalsQuery, outdated: ArrivalsPage) {
  const { list } = yield* Arrivals
  return (yield* catchUpArrivals(query.reach)) ? yield* list(query) : yield* listRebuilt(query, outdated)
})

/** A page up to date with the changes that committed before. Costs nothing while none is pending. */
const listUpToDate = Effect.fnUntraced(function* (query: ArrivalsQuery) {
  const { list } = yield* Arrivals
  const first = yield* list(query)
  const page = first.isOutdated ? yield* listCaughtUp(query, first) : first
  return page.hasEndedTiers ? yield* listRebuilt(query, page) : page
})

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
  const page = yield* listUpToDate({
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
