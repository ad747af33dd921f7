import { DateTime, Effect } from "effect"
import { Deployment } from "../shared/Deployment.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** What the clocks of two processes may differ by. */
const clockSkewSeconds = 30

/** Names and tiers change without a trace in the claims: a page is not confirmed as unchanged for longer than this. */
const freshMinutes = 15

interface PendingRequest {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly status?: ReadonlyArray<FulfillmentStatus> | undefined
  readonly updatedSince?: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}

const filterOf = Effect.fnUntraced(function* ({ propertyIds, status, updatedSince }: PendingRequest) {
  const reach = yield* narrowReach(propertyIds)
  return { reach, now: yield* DateTime.now, statuses: status, updatedSince }
})

const versionOf = (mark: string, now: DateTime.Utc) =>
  `${mark} ${Math.floor(now.epochMilliseconds / (freshMinutes * 60_000))}`

/**
 * The claims that wait on the caller's desks, oldest first (PAR-023), with the `version` of what is listed. A write has ended,
 * committed or not, within the time of a request after it took its own, so whoever sends `nextUpdatedSince` with the next
 * call misses nothing that commits late, and gets the last changes twice.
 */
export const listPendingFulfillments = Effect.fnUntraced(function* (request: PendingRequest) {
  const { limit, offset } = request
  const filter = yield* filterOf(request)
  const { requestTimeoutMs } = yield* Deployment
  const fulfillments = yield* DeskFulfillments
  const { items, mark, total } = yield* fulfillments.listPending({ ...filter, limit, offset })
  const nextUpdatedSince = DateTime.formatIso(
    DateTime.subtract(filter.now, { milliseconds: requestTimeoutMs, seconds: clockSkewSeconds })
  )
  return { version: versionOf(mark, filter.now), page: { items, total, limit, offset, nextUpdatedSince } }
})

/** The version of what `listPendingFulfillments` would list, without listing it. */
export const getPendingVersion = Effect.fnUntraced(function* (request: PendingRequest) {
  const filter = yield* filterOf(request)
  const fulfillments = yield* DeskFulfillments
  return versionOf(yield* fulfillments.getPendingMark(filter), filter.now)
})
