import { Effect } from "effect"
import { getDeskFulfillment, listRedemptions } from "../../domain/fulfillments/getDeskFulfillment.ts"
import { approveAtDesk, fulfillAtDesk, modifyAtDesk, rejectAtDesk } from "../../domain/fulfillments/handleAtDesk.ts"
import { getPendingVersion, listPendingFulfillments } from "../../domain/fulfillments/listPendingFulfillments.ts"
import { searchFulfillments } from "../../domain/fulfillments/searchFulfillments.ts"
import { suggestOfferNames } from "../../domain/fulfillments/suggestOfferNames.ts"
import { handlersOf } from "../surface/handlers.ts"
import { answerPoll } from "../surface/polling.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { PartnerApi } from "./PartnerApi.ts"

const requestId = Effect.map(RequestFacts, ({ id }) => id)

export const FulfillmentsHandlers = handlersOf(
  PartnerApi,
  "fulfillments"
)({
  suggestOfferNames: ({ query }) => suggestOfferNames(query),
  searchFulfillments: ({ query }) => searchFulfillments(query),
  listPendingFulfillments: ({ headers, query }) =>
    answerPoll({ request: query, headers, version: getPendingVersion(query), list: listPendingFulfillments(query) }),
  getDeskFulfillment: ({ params }) => getDeskFulfillment(params.fulfillmentId),
  listRedemptions: ({ params }) => listRedemptions(params.fulfillmentId),
  approveFulfillment: ({ params, payload }) =>
    Effect.flatMap(requestId, (id) => approveAtDesk({ ...params, ...payload, requestId: id })),
  rejectFulfillment: ({ params, payload }) =>
    Effect.flatMap(requestId, (id) => rejectAtDesk({ ...params, ...payload, requestId: id })),
  fulfillFulfillment: ({ params, payload }) =>
    Effect.flatMap(requestId, (id) => fulfillAtDesk({ ...params, ...payload, requestId: id })),
  modifyFulfillment: ({ params, payload: { changes, note } }) =>
    Effect.flatMap(requestId, (id) => modifyAtDesk({ ...params, requestId: id, modification: { ...changes, note } }))
})
