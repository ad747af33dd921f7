import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Deployment } from "../shared/Deployment.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** Maximum clock skew between two processes. */
const clockSkewSeconds = 30

/** Changes of names and tiers do not touch the claims, so a page is reported as unchanged for at most this long. */
const freshMinutes = 15

interface PendingRequest {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly status?: ReadonlyArray<FulfillmentStatus> | undefined
  readonly updatedSince?: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}

const filterOf = Effect.fnUntraced(function* ({ propertyIds, status, updatedSince }: PendingRequest) {
  const { reach } = yield* PartnerCaller
  const within = yield* narrowReach(propertyIds)
  return { reach, within, now: yield* DateTime.now, statuses: status, updatedSince }
})

const versionOf = (mark: string, now: DateTime.Utc) =>
  `${mark} ${Math.floor(now.epochMilliseconds / (freshMinutes * 60_000))}`

/**
 * The claims awaiting the caller's desks, oldest first (PAR-023), with the `version` of the listing. `nextUpdatedSince`
 * lies one request timeout plus clock skew in the past: a write stamps its time first and may commit that much later. A
 * client that passes it to its next call misses no late commit, but may see the latest changes twice.
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
