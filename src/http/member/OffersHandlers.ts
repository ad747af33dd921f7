import { claimOffer, claimFingerprint, retryWithClaimsExpired } from "../../domain/offers/claimOffer.ts"
import { getOffer, listOffers } from "../../domain/offers/readOffers.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

const circleOf = (query: {
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly radius: number
}) => {
  const { latitude, longitude, radius: radiusKm } = query
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude, radiusKm }
}

export const OffersHandlers = handlersOf(
  MemberApi,
  "offers"
)({
  listOffers: ({ query }) => listOffers({ ...query, circle: circleOf(query) }),
  getOffer: ({ params, query }) => getOffer(params.offerId, query),
  claimOffer: {
    staged: ({ params: { offerId }, payload: claim }, once) =>
      retryWithClaimsExpired((settled) =>
        once(claimOffer({ offerId, claim }, settled), { fingerprintInput: claimFingerprint(offerId, claim) })
      )
  }
})
