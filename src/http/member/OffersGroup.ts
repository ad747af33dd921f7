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
import { RequestedReservationXid } from "../../domain/reservations/Reservation.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { maxInt } from "../../domain/shared/maxInt.ts"
import { PointsShort } from "../../domain/wallet/WalletErrors.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryInt, QueryNumber } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { notFound } from "./notFound.ts"
import { memberFailure } from "./memberFailure.ts"
import { keyedWrite, read } from "./verbs.ts"

const OfferPage = Schema.Struct(offsetPage(OfferRecord)).annotate({ identifier: "OfferPage" })

const context = {
  propertyId: Schema.optionalKey(ExternalId).annotateKey({ description: "Document id of a property" }),
  reservationId: Schema.optionalKey(RequestedReservationXid).annotateKey({
    description: "External id of one of the member's stays"
  }),
  checkInDate: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Check-in date, if `reservationId` is not sent"
  })
}

/** Half the earth's circumference in kilometres, which covers every property. */
const maxRadius = 20_040

const defaultRadius = 50

const OffersQuery = Schema.Struct({
  ...offsetQuery(20),
  ...context,
  categoryId: Schema.optionalKey(QueryInt(1, maxInt)).pipe(
    Schema.annotateEncoded({ description: "Only offers of the category with this numeric id" })
  ),
  redemptionType: Schema.optionalKey(PlainText(180)).annotateKey({
    description: "Only offers with this redemption type"
  }),
  latitude: Schema.optionalKey(QueryNumber(-90, 90)).pipe(
    Schema.annotateEncoded({
      description:
        "Latitude in degrees (WGS 84). With `longitude`, limits the list to global offers and properties within " +
        "`radius`."
    })
  ),
  longitude: Schema.optionalKey(QueryNumber(-180, 180)).pipe(
    Schema.annotateEncoded({ description: "Longitude in degrees (WGS 84); requires `latitude`" })
  ),
  radius: withDefault(QueryNumber(0, maxRadius), defaultRadius).pipe(
    Schema.annotateEncoded({ description: "Radius in kilometres; ignored without coordinates" })
  )
}).check(
  Schema.makeFilter(({ latitude, longitude }) =>
    (latitude === undefined) === (longitude === undefined)
      ? undefined
      : { path: [latitude === undefined ? "latitude" : "longitude"], issue: "is required with the other coordinate" }
  )
)

const params = {
  offerId: PathText.pipe(Schema.brand("OfferXid")).pipe(
    Schema.annotateEncoded({ description: "External id of the offer" })
  )
}
const missing = memberFailure(OfferMissing)

/** Offers that members claim with points (MEM-057 to MEM-066, MEM-088). */
export class OffersGroup extends HttpApiGroup.make("offers")
  .add(
    read.get("listOffers", "/me/loyalty/offers", {
      query: OffersQuery,
      success: OfferPage,
      errors: [notFound],
      summary: "List offers",
      description: [
        "Lists current offers of all organizations, ordered by price, then offer id. Offers that the member cannot",
        "claim are included with the reason. With a property or a stay, only that property's offers and its",
        "organization's global offers are listed. Those of hidden properties are listed only with a stay there, and",
        "are not found otherwise. Rules are returned only by the detail endpoint."
      ].join(" ")
    }),
    read.get("getOffer", "/me/loyalty/offers/:offerId", {
      params,
      query: Schema.Struct(context),
      success: OfferDetail,
      errors: [missing, notFound],
      summary: "Get an offer with its rules",
      description: "Also returns offers that have ended. Eligibility depends on the property, stay and check-in date."
    }),
    keyedWrite.post("claimOffer", "/me/loyalty/offers/:offerId/claim", {
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
        "Charges `pointsRequired` immediately, from the points that expire soonest, promotional points last, and",
        "issues the code. If the offer requires approval or has an unknown redemption type, the claim waits for the",
        "property and the code is issued on approval. The body is optional."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Offers", description: "Offers that members claim with points" })) {}
