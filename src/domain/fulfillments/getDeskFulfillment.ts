import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { DeskFulfillments } from "./DeskFulfillments.ts"
import { expireFulfillment } from "./expireFulfillments.ts"
import type { FulfillmentId } from "./Fulfillment.ts"
import { Fulfillments } from "./Fulfillments.ts"
import { toHistory } from "./toFulfillmentRecord.ts"
import { toRedemption } from "./DeskFulfillment.ts"

const find = Effect.fnUntraced(function* (id: FulfillmentId) {
  const { reach } = yield* PartnerCaller
  const fulfillments = yield* DeskFulfillments
  return yield* fulfillments.get({ reach, id, now: yield* DateTime.now })
})

/**
 * One claim within reach, with its history. A due claim is expired first, so that the history includes it (DOMAIN 5.1).
 */
export const getDeskFulfillment = Effect.fnUntraced(function* (id: FulfillmentId) {
  const log = yield* AuditLog
  const located = yield* find(id)
  if (located.isUnsettled) yield* expireFulfillment(id)
  const { fulfillment } = located.isUnsettled ? yield* find(id) : located
  const history = toHistory(yield* log.list(`fulfillment:${id}`))
  return { ...fulfillment, history: history.map((step) => ({ ...step, fromStatus: step.fromStatus ?? null })) }
})

/** The desks' actions on a claim within reach, oldest first (PAR-026). */
export const listRedemptions = Effect.fnUntraced(function* (id: FulfillmentId) {
  yield* find(id)
  const fulfillments = yield* Fulfillments
  return { items: (yield* fulfillments.listRedemptions(id)).map(toRedemption) }
})
