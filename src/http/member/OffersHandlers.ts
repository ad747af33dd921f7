import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { claimOffer } from "../../domain/fulfillments/claimOffer.ts"
import { getOffer, listOffers } from "../../domain/offers/readOffers.ts"
import { RequestFacts } from "../surface/RequestFacts.ts"
import { MemberApi } from "./MemberApi.ts"

const circleOf = (query: {
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly radius: number
}) => {
  const { latitude, longitude, radius: radiusKm } = query
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude, radiusKm }
}

export const OffersHandlers = HttpApiBuilder.group(MemberApi, "offers", (handlers) =>
  handlers.handleAll({
    listOffers: ({ query }) => listOffers({ ...query, circle: circleOf(query) }),
    getOffer: ({ params, query }) => getOffer(params.offerId, query),
    claimOffer: {
      handler: ({ headers, params, payload }) =>
        Effect.flatMap(RequestFacts, ({ id }) =>
          claimOffer({
            offerId: params.offerId,
            claim: payload,
            idempotencyKey: headers["idempotency-key"],
            requestId: id
          })
        ),
      options: { uninterruptible: true }
    }
  })
)
