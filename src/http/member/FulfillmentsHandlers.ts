import { cancelFulfillment } from "../../domain/fulfillments/cancelFulfillment.ts"
import { confirmFulfillment } from "../../domain/fulfillments/confirmFulfillment.ts"
import { getFulfillment, listFulfillments } from "../../domain/fulfillments/readFulfillments.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const FulfillmentsHandlers = handlersOf(
  MemberApi,
  "fulfillments"
)({
  listFulfillments: ({ query }) => listFulfillments(query),
  getFulfillment: ({ params }) => getFulfillment(params.fulfillmentId),
  confirmFulfillment: ({ params }) => confirmFulfillment(params.fulfillmentId),
  cancelFulfillment: ({ params }) => cancelFulfillment(params.fulfillmentId)
})
