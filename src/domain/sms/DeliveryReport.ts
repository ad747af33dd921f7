import { Record, Schema, SchemaTransformation } from "effect"
import { ExternalId } from "../shared/ExternalId.ts"
import { DeliveryStatus } from "./SmsDelivery.ts"
import type { SmsScheme } from "./SmsInstallation.ts"

/** What a callback says of a delivery, as the service's own schemes write it. */
export const DeliveryReport = Schema.Struct({
  status: DeliveryStatus.annotateKey({ description: "How far the message has come" }),
  providerDeliveryId: Schema.optionalKey(ExternalId).annotateKey({
    description: "The provider's own id of the delivery; the first that a callback carries settles it"
  })
}).annotate({ identifier: "DeliveryReport" })
export type DeliveryReport = typeof DeliveryReport.Type

const meanings = {
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
} as const satisfies Readonly<Record<string, DeliveryStatus>>

/** What a callback says in Twilio's names and states. */
const TwilioDeliveryReport = Schema.Struct({
  MessageStatus: Schema.Literals(Record.keys(meanings)).annotateKey({
    description: "How far the message has come; each state means one of queued, sent, failed and delivered"
  }),
  MessageSid: Schema.optionalKey(ExternalId).annotateKey({
    description: "Twilio's id of the message; the first that a callback carries settles it"
  })
}).annotate({ identifier: "TwilioDeliveryReport" })

/**
 * How each scheme writes a report. Fields that it does not name are ignored, such as whoever a callback says it is from
 * (INT-045).
 */
export const deliveryReports = {
  "form-sha1": DeliveryReport,
  "form-sha256": DeliveryReport,
  twilio: TwilioDeliveryReport.pipe(
    Schema.decodeTo(
      Schema.toType(DeliveryReport),
      SchemaTransformation.transform({
        decode: ({ MessageSid, MessageStatus }) => ({
          status: meanings[MessageStatus],
          ...(MessageSid === undefined ? undefined : { providerDeliveryId: MessageSid })
        }),
        encode: ({ providerDeliveryId, status }) => ({
          MessageStatus: status,
          ...(providerDeliveryId === undefined ? undefined : { MessageSid: providerDeliveryId })
        })
      })
    )
  )
} as const satisfies Readonly<Record<SmsScheme, Schema.ConstraintDecoder<DeliveryReport>>>
