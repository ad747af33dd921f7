import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import type { DeliveryReport } from "./DeliveryReport.ts"
import { type LockedDelivery, type DeliveryPlace, SmsDeliveries } from "./SmsDeliveries.ts"
import { movesOn } from "./SmsDelivery.ts"
import { DeliveryMissing } from "./SmsErrors.ts"

/**
 * The first report that carries the provider's id settles it; from then on reports about another id are about no delivery
 * of ours. Answers whether it was settled.
 */
const settleProviderId = Effect.fnUntraced(function* (
  { organizationId }: DeliveryPlace,
  { id, providerDeliveryId: known }: LockedDelivery,
  reported: string | undefined
) {
  if (reported === undefined || reported === known) return false
  if (known !== null) return yield* new DeliveryMissing()
  yield* SmsDeliveries.use((deliveries) =>
    deliveries.updateProviderId({ organizationId, id, providerDeliveryId: reported })
  )
  return true
})

/**
 * Records what the installation's provider says of a delivery (INT-040, INT-041). Its status only ever moves on, so
 * reports may come in any order and any number of times: what is no news changes nothing. News is an event of the
 * workspace. Lock order: delivery, message, counter (DOMAIN 5.1).
 */
export const recordDelivery = Effect.fn("recordDelivery")(function* (
  place: DeliveryPlace,
  xid: string,
  report: DeliveryReport
) {
  const deliveries = yield* SmsDeliveries
  const random = yield* SecureRandom.SecureRandom
  const { organizationId } = place
  const found = isExternalId(xid) ? yield* deliveries.findForUpdate(place, xid) : Option.none<LockedDelivery>()
  if (Option.isNone(found)) return yield* new DeliveryMissing()
  const delivery = found.value
  const isSettled = yield* settleProviderId(place, delivery, report.providerDeliveryId)
  const isNews = movesOn(delivery.status, report.status)
  const status = isNews ? report.status : delivery.status
  if (!isSettled && !isNews) return status
  yield* audit({
    organizationId,
    action: "message.delivery_updated",
    subject: `message:${delivery.messageXid}`,
    before: { deliveryStatus: delivery.status },
    after: { deliveryStatus: status, ...(isSettled ? { providerDeliveryId: report.providerDeliveryId ?? null } : {}) }
  })
  if (isNews) {
    const occurredAt = yield* DateTime.now
    yield* deliveries.updateStatus({ organizationId, delivery, status, eventXid: yield* random.uuidV7(), occurredAt })
  }
  return status
}, atomically)
