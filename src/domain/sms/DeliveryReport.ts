import { Record, Schema, SchemaTransformation } from "effect"
import { ExternalId } from "../shared/ExternalId.ts"
import { DeliveryStatus } from "./SmsDelivery.ts"
import type { SmsScheme } from "./SmsInstallation.ts"

/** A delivery report in a callback, in the format of the service's own schemes. */
export const DeliveryReport = Schema.Struct({
  status: DeliveryStatus.annotateKey({ description: "Delivery status of the message" }),
  providerDeliveryId: Schema.optionalKey(ExternalId).annotateKey({
    description: "The provider's own id of the delivery; the first one reported is kept"
  })
}).annotate({ identifier: "DeliveryReport" })
export type DeliveryReport = typeof DeliveryReport.Type

const statusByTwilioState = {
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

/** A delivery report with Twilio's field names and states. */
const TwilioDeliveryReport = Schema.Struct({
  MessageStatus: Schema.Literals(Record.keys(statusByTwilioState)).annotateKey({
    description: "Delivery status of the message; each state maps to queued, sent, failed or delivered"
  }),
  MessageSid: Schema.optionalKey(ExternalId).annotateKey({
    description: "Twilio's id of the message; the first one reported is kept"
  })
}).annotate({ identifier: "TwilioDeliveryReport" })

/** The report format of each scheme. Other fields are ignored, such as the sender stated in a callback (INT-045). */
export const deliveryReports = {
  "form-sha1": DeliveryReport,
  "form-sha256": DeliveryReport,
  twilio: TwilioDeliveryReport.pipe(
    Schema.decodeTo(
      Schema.toType(DeliveryReport),
      SchemaTransformation.transform({
        decode: ({ MessageSid, MessageStatus }) => ({
          status: statusByTwilioState[MessageStatus],
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
