import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { atomically } from "../shared/atomically.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import type { DeliveryReport } from "./DeliveryReport.ts"
import { type LockedDelivery, type DeliveryPlace, SmsDeliveries } from "./SmsDeliveries.ts"
import { isSupersededBy } from "./SmsDelivery.ts"
import { DeliveryMissing } from "./SmsErrors.ts"

/**
 * Stores the provider's id from the first report that carries one; later reports with another id fail with
 * `DeliveryMissing`. Returns whether it was stored now.
 */
const settleProviderId = Effect.fnUntraced(function* (
  { organizationId }: DeliveryPlace,
  { id, providerDeliveryId: stored }: LockedDelivery,
  reported: string | undefined
) {
  if (reported === undefined || reported === stored) return false
  if (stored !== null) return yield* new DeliveryMissing()
  yield* SmsDeliveries.use((deliveries) =>
    deliveries.updateProviderId({ organizationId, id, providerDeliveryId: reported })
  )
  return true
})

/**
 * Records a provider's report on a delivery (INT-040, INT-041). The status only ever moves forward, so reports may
 * arrive in any order and repeatedly; outdated ones have no effect. A status change is an event of the workspace. Lock
 * order: delivery, message, counter (DOMAIN 5.1).
 */
export const recordDelivery = Effect.fn("recordDelivery")(function* (
  place: DeliveryPlace,
  xid: string,
  report: DeliveryReport
) {
  const deliveries = yield* SmsDeliveries
  const random = yield* SecureRandom.SecureRandom
  const { organizationId } = place
  const locked = isExternalId(xid) ? yield* deliveries.findForUpdate(place, xid) : Option.none<LockedDelivery>()
  if (Option.isNone(locked)) return yield* new DeliveryMissing()
  const delivery = locked.value
  const isSettled = yield* settleProviderId(place, delivery, report.providerDeliveryId)
  const isNewer = isSupersededBy(delivery.status, report.status)
  const status = isNewer ? report.status : delivery.status
  if (!isSettled && !isNewer) return status
  yield* audit({
    organizationId,
    action: "message.delivery_updated",
    subject: `message:${delivery.messageXid}`,
    before: { deliveryStatus: delivery.status },
    after: { deliveryStatus: status, ...(isSettled ? { providerDeliveryId: report.providerDeliveryId ?? null } : {}) }
  })
  if (isNewer) {
    const occurredAt = yield* DateTime.now
    yield* deliveries.updateStatus({ organizationId, delivery, status, eventXid: yield* random.uuidV7(), occurredAt })
  }
  return status
}, atomically)
