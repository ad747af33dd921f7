import { getDeskFulfillment, listRedemptions } from "../../domain/fulfillments/getDeskFulfillment.ts"
import { approveAtDesk, fulfillAtDesk, modifyAtDesk, rejectAtDesk } from "../../domain/fulfillments/handleAtDesk.ts"
import { getPendingVersion, listPendingFulfillments } from "../../domain/fulfillments/listPendingFulfillments.ts"
import { searchFulfillments } from "../../domain/fulfillments/searchFulfillments.ts"
import { suggestOfferNames } from "../../domain/fulfillments/suggestOfferNames.ts"
import { handlersOf } from "../surface/handlers.ts"
import { respondToPoll } from "../surface/schemas/polling.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const FulfillmentsHandlers = handlersOf(
  PartnerApi,
  "fulfillments"
)({
  suggestOfferNames: ({ query }) => suggestOfferNames(query),
  searchFulfillments: ({ query }) => searchFulfillments(query),
  listPendingFulfillments: ({ headers, query }) =>
    respondToPoll({ request: query, headers, version: getPendingVersion(query), list: listPendingFulfillments(query) }),
  getDeskFulfillment: ({ params }) => getDeskFulfillment(params.fulfillmentId),
  listRedemptions: ({ params }) => listRedemptions(params.fulfillmentId),
  approveFulfillment: ({ params, payload }) => approveAtDesk({ ...params, ...payload }),
  rejectFulfillment: ({ params, payload }) => rejectAtDesk({ ...params, ...payload }),
  fulfillFulfillment: ({ params, payload }) => fulfillAtDesk({ ...params, ...payload }),
  modifyFulfillment: ({ params, payload: { changes, note } }) =>
    modifyAtDesk({ ...params, modification: { ...changes, note } })
})
