import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { cancelFulfillment } from "../../domain/fulfillments/cancelFulfillment.ts"
import { confirmFulfillment } from "../../domain/fulfillments/confirmFulfillment.ts"
import { getFulfillment, listFulfillments } from "../../domain/fulfillments/readFulfillments.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { MemberApi } from "./MemberApi.ts"

/** A client that hangs up does not stop a write midway. */
const options = { uninterruptible: true } as const

export const FulfillmentsHandlers = HttpApiBuilder.group(MemberApi, "fulfillments", (handlers) =>
  handlers.handleAll({
    listFulfillments: ({ query }) => listFulfillments(query),
    getFulfillment: ({ params }) => getFulfillment(params.fulfillmentId),
    confirmFulfillment: {
      handler: ({ params }) =>
        Effect.flatMap(RequestFacts, ({ id }) => confirmFulfillment({ ...params, requestId: id })),
      options
    },
    cancelFulfillment: {
      handler: ({ params }) =>
        Effect.flatMap(RequestFacts, ({ id }) => cancelFulfillment({ ...params, requestId: id })),
      options
    }
  })
)
