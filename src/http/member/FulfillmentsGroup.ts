import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import {
  FulfillmentMissing,
  FulfillmentNotCancellable,
  FulfillmentNotConfirmable
} from "../../domain/fulfillments/FulfillmentErrors.ts"
import { FulfillmentDetail, FulfillmentRecord } from "../../domain/fulfillments/FulfillmentRecord.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathUuid } from "../surface/schemas/PathUuid.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const FulfillmentPage = Schema.Struct(offsetPage(FulfillmentRecord)).annotate({ identifier: "FulfillmentPage" })

const FulfillmentsQuery = Schema.Struct({
  ...offsetQuery(20),
  status: Schema.optionalKey(QueryList(FulfillmentStatus)).pipe(
    Schema.annotateEncoded({ description: "Only claims in one of these statuses" })
  ),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only claims at the property with this document id"
  })
})

/** The requirements give `false` no meaning, so it is invalid (MEM-070, A-17). */
const Confirmation = Schema.Struct({
  confirmed: Schema.Boolean.check(
    Schema.makeFilter((confirmed: boolean) => (confirmed ? undefined : "must be true"), { expected: "true" })
  ).annotateKey({ description: "Always true" })
}).annotate({ identifier: "FulfillmentConfirmation" })

const Confirmed = Schema.Struct({
  success: Schema.Boolean.annotateKey({ description: "Always true" }),
  status: FulfillmentStatus.annotateKey({ description: "Status of the claim" }),
  fulfilledAt: Instant.annotateKey({ description: "When the claim was confirmed" })
}).annotate({ identifier: "ConfirmedFulfillment" })

const Cancelled = Schema.Struct({
  success: Schema.Boolean.annotateKey({ description: "Always true" }),
  message: Schema.String.annotateKey({ description: "Outcome in one English sentence" })
}).annotate({
  identifier: "CancelledFulfillment"
})

const params = {
  fulfillmentId: PathUuid.pipe(Schema.brand("FulfillmentId")).pipe(
    Schema.annotateEncoded({ description: "Id of the claim" })
  )
}
const missing = memberFailure(FulfillmentMissing)

/** The member's claimed offers (MEM-067 to MEM-089). In the path, `fulfillments` is never an offer id. */
export class FulfillmentsGroup extends HttpApiGroup.make("fulfillments")
  .add(
    read.get("listFulfillments", "/me/loyalty/offers/fulfillments", {
      query: FulfillmentsQuery,
      success: FulfillmentPage,
      summary: "List claimed offers",
      description: "Most recently claimed first. Codes are included while they are valid."
    }),
    read.get("getFulfillment", "/me/loyalty/offers/fulfillments/:fulfillmentId", {
      params,
      success: FulfillmentDetail,
      errors: [missing],
      summary: "Get a claimed offer with its history",
      description: "`history` lists every status change and its actor, oldest first."
    }),
    write.post("confirmFulfillment", "/me/loyalty/offers/fulfillments/:fulfillmentId/confirm", {
      params,
      payload: Confirmation,
      success: Confirmed,
      errors: [missing, memberFailure(FulfillmentNotConfirmable)],
      summary: "Confirm that a claimed offer was used",
      description: [
        "Available for redemption types `direct`, `externalCode` and `static` in status `claimed` or `approved`. The",
        "charge becomes final. If the claim is already fulfilled, by the member or the property, its original",
        "`fulfilledAt` is returned."
      ].join(" ")
    }),
    write.post("cancelFulfillment", "/me/wallet/fulfillments/:fulfillmentId/cancel", {
      params,
      success: Cancelled,
      errors: [missing, memberFailure(FulfillmentNotCancellable)],
      summary: "Cancel a claimed offer",
      description: [
        "Takes no body. If the claim is open, the full charge is refunded immediately to the assets it was taken from,",
        "and its codes become void. Otherwise the response is 400 and its message names the status."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Fulfillments", description: "The member's claimed offers" })) {}
