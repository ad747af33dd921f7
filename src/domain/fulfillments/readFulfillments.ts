import { DateTime, Effect } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { Vault } from "../shared/Vault.ts"
import { expireFulfillment } from "./expireFulfillments.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { Fulfillments } from "./Fulfillments.ts"
import type { FulfillmentStatus } from "./FulfillmentStatus.ts"
import { toFulfillmentDetail, toFulfillmentRecord } from "./toFulfillmentRecord.ts"

/** The caller's claims, newest first; `propertyId` is a document id (MEM-089). */
export const listFulfillments = Effect.fnUntraced(function* (query: {
  readonly status?: ReadonlyArray<FulfillmentStatus> | undefined
  readonly propertyId?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { memberId } = yield* MemberCaller
  const fulfillments = yield* Fulfillments
  const vault = yield* Vault
  const { limit, offset, propertyId, status } = query
  const now = yield* DateTime.now
  const page = yield* fulfillments.list({ memberId, now, statuses: status, propertyId, limit, offset })
  return { items: page.items.map((view) => toFulfillmentRecord(vault, view)), total: page.total, limit, offset }
})

const readOne = Effect.fnUntraced(function* (id: FulfillmentId) {
  const { memberId } = yield* MemberCaller
  const fulfillments = yield* Fulfillments
  const log = yield* AuditLog
  const now = yield* DateTime.now
  return yield* Effect.all([fulfillments.get({ id, memberId, now }), log.list(`fulfillment:${id}`)], { concurrency: 2 })
})

/** One claim with its history. A due claim is expired first, so that history and wallet agree (MEM-117). */
export const getFulfillment = Effect.fnUntraced(function* (id: FulfillmentId) {
  const vault = yield* Vault
  const read = readOne(id)
  const [view, entries] = yield* Effect.flatMap(read, (result) =>
    result[0].isUnsettled ? Effect.andThen(expireFulfillment(id), read) : Effect.succeed(result)
  )
  return toFulfillmentDetail(vault, view, entries)
})
