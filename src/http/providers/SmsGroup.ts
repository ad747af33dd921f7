import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { deliveryReports } from "../../domain/sms/DeliveryReport.ts"
import { DeliveryMissing } from "../../domain/sms/SmsErrors.ts"
import { callback } from "./callback.ts"
import { Acknowledged } from "./ChatGroup.ts"
import { jsonOrForm } from "./jsonOrForm.ts"
import { callbackFailures } from "./policyFailures.ts"
import { failure } from "./providerFailures.ts"

export class SmsGroup extends HttpApiGroup.make("sms")
  .add(
    HttpApiEndpoint.post("reportDelivery", "/sms/:installationId/deliveries/:deliveryId", {
      params: {
        installationId: Schema.String.annotateKey({
          description: "Id of the SMS installation, as printed by `hub installations list`"
        }),
        deliveryId: Schema.String.annotateKey({ description: "The hub's id for the delivery" })
      },
      query: {
        bodySHA256: Schema.optionalKey(Schema.String).annotateKey({
          description: "SHA-256 of a JSON body in hexadecimal; covered by the signature as part of the URL"
        })
      },
      payload: jsonOrForm([...new Set(Object.values(deliveryReports))]),
      success: Acknowledged,
      error: [...callbackFailures, failure(DeliveryMissing)]
    }).annotateMerge(
      callback("reportDelivery", {
        summary: "Report a delivery status",
        description: [
          "Advances the delivery's status, never back, whatever the order of callbacks; the response is the same",
          "whether or not the status changed. An installation accepts its own provider's field names. 404 if the",
          "delivery belongs to another installation or has another provider id."
        ].join(" ")
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "SMS", description: "Callbacks of SMS providers" })) {}
