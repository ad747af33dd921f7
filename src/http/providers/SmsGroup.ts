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
          description: "The id of the SMS installation, as `hub installations list` prints it"
        }),
        deliveryId: Schema.String.annotateKey({ description: "The hub's id of the delivery" })
      },
      query: {
        bodySHA256: Schema.optionalKey(Schema.String).annotateKey({
          description: "With a JSON body, its SHA-256 in hexadecimal, which the signature of the address covers"
        })
      },
      payload: jsonOrForm([...new Set(Object.values(deliveryReports))]),
      success: Acknowledged,
      error: [...callbackFailures, failure(DeliveryMissing)]
    }).annotateMerge(
      callback("reportDelivery", {
        summary: "How far a message has come",
        description: [
          "Moves a delivery on, never back, in whatever order callbacks come; the answer is the same whether it was news.",
          "An installation takes the names of its own provider. A delivery of another installation, or one that the",
          "provider knows by another id, is 404."
        ].join(" ")
      })
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "SMS", description: "Callbacks of SMS providers" })) {}
