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
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathUuid } from "../surface/PathUuid.ts"
import { QueryList } from "../surface/QueryList.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const FulfillmentPage = Schema.Struct(offsetPage(FulfillmentRecord)).annotate({ identifier: "FulfillmentPage" })

const FulfillmentsQuery = Schema.Struct({
  ...offsetQuery(20),
  status: Schema.optionalKey(QueryList(FulfillmentStatus)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  ),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({ description: "Document id of a property" })
})

/** What false would mean is said nowhere: it changes nothing (MEM-070, A-17). */
const Confirmation = Schema.Struct({
  confirmed: Schema.Boolean.check(
    Schema.makeFilter((confirmed: boolean) => (confirmed ? undefined : "must be true"), { expected: "true" })
  )
}).annotate({ identifier: "FulfillmentConfirmation" })

const Confirmed = Schema.Struct({
  success: Schema.Boolean,
  status: FulfillmentStatus,
  fulfilledAt: Instant
}).annotate({ identifier: "ConfirmedFulfillment" })

const Cancelled = Schema.Struct({ success: Schema.Boolean, message: Schema.String }).annotate({
  identifier: "CancelledFulfillment"
})

const params = { fulfillmentId: PathUuid.pipe(Schema.brand("FulfillmentId")) }
const missing = memberFailure(FulfillmentMissing)

/** What members claimed (MEM-067 to MEM-089). `fulfillments` is a name and no offer id. */
export class FulfillmentsGroup extends HttpApiGroup.make("fulfillments")
  .add(
    read.get("listFulfillments", "/me/loyalty/offers/fulfillments", {
      query: FulfillmentsQuery,
      success: FulfillmentPage,
      summary: "The member's claimed offers",
      description: "The last claim first. Codes are there while they count."
    }),
    read.get("getFulfillment", "/me/loyalty/offers/fulfillments/:fulfillmentId", {
      params,
      success: FulfillmentDetail,
      errors: [missing],
      summary: "One claimed offer with its history",
      description: "`history` tells every change of status, oldest first, and who made it."
    }),
    write.post("confirmFulfillment", "/me/loyalty/offers/fulfillments/:fulfillmentId/confirm", {
      params,
      payload: Confirmation,
      success: Confirmed,
      errors: [missing, memberFailure(FulfillmentNotConfirmable)],
      summary: "Confirm that a claimed offer was used",
      description: [
        "For the types `direct`, `externalCode` and `static`, from `claimed` or `approved`; the spend is final with it.",
        "One that is fulfilled already, by whomever, answers its first time again."
      ].join(" ")
    }),
    write.post("cancelFulfillment", "/me/wallet/fulfillments/:fulfillmentId/cancel", {
      params,
      success: Cancelled,
      errors: [missing, memberFailure(FulfillmentNotCancellable)],
      summary: "Cancel a claimed offer",
      description: [
        "Needs no body. While it is open the whole charge goes back at once, in the assets it was taken from, and its",
        "codes are void. Afterwards it is 400, and the message tells the status."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Fulfillments", description: "What the member claimed" })) {}
