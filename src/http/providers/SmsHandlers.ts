import { Effect } from "effect"
import { AuditOrigin } from "../../domain/audit/audit.ts"
import { authenticateSms } from "../../domain/sms/authenticateSms.ts"
import { deliveryReports } from "../../domain/sms/DeliveryReport.ts"
import { recordDelivery } from "../../domain/sms/recordDelivery.ts"
import type { RawRequest } from "../surface/rawRoutes.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { calledUrl } from "./calledUrl.ts"
import { decodeFields } from "./decodeFields.ts"
import { providerFields } from "./providerFields.ts"

/**
 * Records the delivery status that a provider reports (INT-040, INT-041). The response does not reveal whether it
 * changed.
 */
const reportDelivery = Effect.fnUntraced(function* (raw: RawRequest) {
  const { deliveryId = "", installationId = "" } = raw.params
  const { headers } = raw.request
  const installation = yield* authenticateSms(installationId, { headers, url: yield* calledUrl, body: raw.bytes })
  const report = yield* decodeFields(deliveryReports[installation.scheme], yield* providerFields(raw))
  const { id: requestId } = yield* RequestFacts
  yield* recordDelivery(installation, deliveryId, report).pipe(
    Effect.provideService(AuditOrigin, { actor: { kind: "key", id: installation.xid }, requestId })
  )
  return {}
})

/** Handlers of the callbacks of SMS providers. */
export const SmsHandlers = { reportDelivery }
