import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FulfillmentRecord } from "../../domain/fulfillments/FulfillmentRecord.ts"
import { OfferClaim } from "../../domain/offers/OfferClaim.ts"
import {
  ClaimStayMissing,
  OfferIneligible,
  OfferMissing,
  PriceChanged,
  SoldOut
} from "../../domain/offers/OfferErrors.ts"
import { OfferDetail, OfferRecord } from "../../domain/offers/OfferRecord.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { PointsShort } from "../../domain/wallet/WalletErrors.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryInt, QueryNumber } from "../surface/queryParameters.ts"
import { withDefault } from "../surface/withDefault.ts"
import { notFound } from "./commonFailures.ts"
import { memberFailure } from "./memberFailure.ts"
import { read, write } from "./verbs.ts"

const OfferPage = Schema.Struct(offsetPage(OfferRecord)).annotate({ identifier: "OfferPage" })

const context = {
  propertyId: Schema.optionalKey(ExternalId).annotateKey({ description: "Document id of the property it is for" }),
  reservationId: Schema.optionalKey(ExternalId.pipe(Schema.brand("ReservationXid"))).annotateKey({
    description: "External id of a stay of the member's"
  }),
  checkInDate: Schema.optionalKey(CalendarDate).annotateKey({ description: "Check-in day, where no stay is named" })
}

/** Half the way round the earth: every property is within it. */
const widest = 20_040

const usualRadius = 50

const OffersQuery = Schema.Struct({
  ...offsetQuery(20),
  ...context,
  categoryId: Schema.optionalKey(QueryInt(1, 2_147_483_647)),
  redemptionType: Schema.optionalKey(ExternalId).annotateKey({ description: "Only offers that are redeemed this way" }),
  latitude: Schema.optionalKey(QueryNumber(-90, 90)).pipe(
    Schema.annotateEncoded({
      description: "With `longitude`: offers of properties within `radius`, and global ones"
    })
  ),
  longitude: Schema.optionalKey(QueryNumber(-180, 180)),
  radius: withDefault(QueryNumber(0, widest), usualRadius).pipe(
    Schema.annotateEncoded({ description: "Kilometres around the coordinates; without these it means nothing" })
  )
}).check(
  Schema.makeFilter(({ latitude, longitude }) =>
    (latitude === undefined) === (longitude === undefined)
      ? undefined
      : { path: [latitude === undefined ? "latitude" : "longitude"], issue: "is missing beside the other coordinate" }
  )
)

const params = { offerId: PathText.pipe(Schema.brand("OfferXid")) }
const missing = memberFailure(OfferMissing)

/** What members buy with points (MEM-057 to MEM-066, MEM-088). */
export class OffersGroup extends HttpApiGroup.make("offers")
  .add(
    read.get("listOffers", "/me/loyalty/offers", {
      query: OffersQuery,
      success: OfferPage,
      errors: [notFound],
      summary: "Offers that are bought with points",
      description: [
        "Those of every organization that have not ended, by price, then offer id; also those that are not for the",
        "member, with the reason. A property, or that of a stay, leaves its own offers and the global ones of its",
        "organization. Rules are in the detail only."
      ].join(" ")
    }),
    read.get("getOffer", "/me/loyalty/offers/:offerId", {
      params,
      query: Schema.Struct(context),
      success: OfferDetail,
      errors: [missing, notFound],
      summary: "One offer with its rules",
      description: "Also one that has ended. Whether it is for the member depends on property, stay and check-in day."
    }),
    write.post("claimOffer", "/me/loyalty/offers/:offerId/claim", {
      params,
      payload: orNoBody(OfferClaim, {}),
      success: FulfillmentRecord.pipe(HttpApiSchema.status(201)),
      errors: [
        missing,
        memberFailure(OfferIneligible),
        memberFailure(PointsShort),
        memberFailure(ClaimStayMissing),
        memberFailure(PriceChanged),
        memberFailure(SoldOut)
      ],
      summary: "Claim an offer",
      description: [
        "Charges `pointsRequired` at once, points that expire first, promotional ones last, and issues the code. An",
        "offer that needs approval, or whose type is not known, waits for the property; then its code is shown with the",
        "approval. The body may be left out."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Offers", description: "What members buy with points" })) {}
