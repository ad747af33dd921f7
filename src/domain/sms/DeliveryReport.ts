import { Effect, Schema } from "effect"
import { ExternalId } from "../shared/ExternalId.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import type { DeliveryStatus } from "./SmsDelivery.ts"
import type { SmsScheme } from "./SmsInstallation.ts"

/** What a callback says of a delivery; `providerDeliveryId` where it carries the provider's own id. */
export interface DeliveryReport {
  readonly status: DeliveryStatus
  readonly providerDeliveryId: string | undefined
}

/** Where a provider writes status and id, and what its statuses mean here. */
interface ReportFormat {
  readonly status: string
  readonly id: string
  readonly statuses: Readonly<Record<string, DeliveryStatus>>
}

const own: ReportFormat = {
  status: "status",
  id: "providerDeliveryId",
  statuses: { queued: "queued", sent: "sent", delivered: "delivered", failed: "failed" }
}

const twilio: ReportFormat = {
  status: "MessageStatus",
  id: "MessageSid",
  statuses: {
    accepted: "queued",
    scheduled: "queued",
    queued: "queued",
    sending: "queued",
    sent: "sent",
    delivered: "delivered",
    read: "delivered",
    undelivered: "failed",
    failed: "failed",
    canceled: "failed"
  }
}

const formats: Readonly<Record<SmsScheme, ReportFormat>> = { "form-sha1": own, "form-sha256": own, twilio }

const isId = Schema.is(ExternalId)

/** Reads the fields of a callback as its provider writes them; others are ignored, such as whoever it says it is (INT-045). */
export const deliveryReport = Effect.fnUntraced(function* (
  scheme: SmsScheme,
  fields: Readonly<Record<string, unknown>>
) {
  const { id, status, statuses } = formats[scheme]
  const written = fields[status]
  const meaning = typeof written === "string" && Object.hasOwn(statuses, written) ? statuses[written] : undefined
  if (meaning === undefined) {
    return yield* FieldInvalid.of(status, `expected one of ${Object.keys(statuses).join(", ")}`)
  }
  const providerDeliveryId = fields[id]
  if (providerDeliveryId !== undefined && !isId(providerDeliveryId)) {
    return yield* FieldInvalid.of(id, "expected an id of 1 to 180 printable ASCII characters")
  }
  return { status: meaning, providerDeliveryId } satisfies DeliveryReport
})
