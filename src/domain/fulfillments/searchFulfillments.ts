import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** The caller's claims that match every filter, by claim time (PAR-022). `propertyIds` are document ids. */
export const searchFulfillments = Effect.fnUntraced(function* (query: {
  readonly q?: string | undefined
  readonly status?: ReadonlyArray<FulfillmentStatus> | undefined
  readonly offerId?: string | undefined
  readonly memberExternalId?: string | undefined
  readonly reservationId?: string | undefined
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly claimedFrom?: DateTime.Utc | undefined
  readonly claimedTo?: DateTime.Utc | undefined
  readonly sortOrder: "asc" | "desc"
  readonly limit: number
  readonly offset: number
}) {
  const { limit, memberExternalId, offerId, offset, q, reservationId } = query
  const { reach } = yield* PartnerCaller
  const within = yield* narrowReach(query.propertyIds)
  const fulfillments = yield* DeskFulfillments
  const page = yield* fulfillments.search({
    reach,
    within,
    now: yield* DateTime.now,
    q,
    statuses: query.status,
    offerId,
    memberExternalId,
    reservationId,
    from: query.claimedFrom,
    to: query.claimedTo,
    newestFirst: query.sortOrder === "desc",
    limit,
    offset
  })
  return { items: page.items, total: page.total, limit, offset }
})
