import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { DeskFulfillment, DeskFulfillmentDetail, Redemption } from "../../domain/fulfillments/DeskFulfillment.ts"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { InvalidStateTransition, VerificationCodeInvalid } from "../../domain/fulfillments/FulfillmentErrors.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { ChargedPoints } from "../../domain/fulfillments/FulfillmentView.ts"
import { RequestedMemberXid } from "../../domain/members/Member.ts"
import { characters } from "../../domain/shared/characters.ts"
import { LabelText } from "../../domain/shared/LabelText.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { notAfter } from "../surface/schemas/notAfter.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { PathUuid } from "../surface/schemas/PathUuid.ts"
import { polled } from "../surface/schemas/polling.ts"
import { QueryInstant } from "../surface/schemas/QueryInstant.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { QueryInt } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { propertyIds } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { poll, read, write } from "./verbs.ts"

const status = (description: string) =>
  Schema.optionalKey(QueryList(FulfillmentStatus)).pipe(Schema.annotateEncoded({ description }))

const instant = (description: string) => Schema.optionalKey(QueryInstant).pipe(Schema.annotateEncoded({ description }))

const OffersQuery = Schema.Struct({
  q: PlainText(100).annotateKey({ description: "Part of the name; ignores case and accents" }),
  limit: withDefault(QueryInt(1, 20), 10).pipe(Schema.annotateEncoded({ description: "Maximum number of suggestions" }))
})

const OfferNames = Schema.Struct({
  suggestions: Schema.Array(Schema.String).annotateKey({
    description: "Distinct names; those that start with the text come first"
  })
}).annotate({ identifier: "OfferNames" })

const SearchQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the offer's name, the member's name or the confirmation code; ignores case and accents"
  }),
  status: status("Only claims in these statuses"),
  offerId: Schema.optionalKey(ExternalId).annotateKey({ description: "External id of the offer" }),
  memberExternalId: Schema.optionalKey(RequestedMemberXid).pipe(
    Schema.annotateEncoded({ description: "External id of the member" })
  ),
  reservationId: Schema.optionalKey(ExternalId).annotateKey({ description: "External id of the stay" }),
  propertyIds,
  claimedFrom: instant("Only claims made at or after this time"),
  claimedTo: instant("Only claims made before this time"),
  sort: withDefault(Schema.Literal("claimedAt"), "claimedAt").pipe(
    Schema.annotateEncoded({ description: "Order by claim time, then id" })
  ),
  sortOrder: withDefault(Schema.Literals(["asc", "desc"]), "desc").pipe(
    Schema.annotateEncoded({ description: "Sort direction; `desc` returns the newest claim first" })
  )
}).check(notAfter("claimedFrom", "claimedTo"))

const FulfillmentPage = Schema.Struct(offsetPage(DeskFulfillment)).annotate({ identifier: "FulfillmentPage" })

const PendingQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds,
  status: status("Only claims in these statuses; final statuses are never listed"),
  updatedSince: instant("Only claims changed at or after this time")
})

const PendingPage = Schema.Struct({
  ...offsetPage(DeskFulfillment),
  nextUpdatedSince: Instant.annotateKey({
    description:
      "Value for `updatedSince` in the next request. It is slightly in the past so that changes still being written " +
      "are not missed; recent changes may be returned twice."
  })
}).annotate({ identifier: "PendingFulfillmentPage" })

const Redemptions = Schema.Struct({
  items: Schema.Array(Redemption).annotateKey({ description: "Desk actions, oldest first" })
}).annotate({ identifier: "Redemptions" })

const handledFields = {
  fulfillment: DeskFulfillment.annotateKey({ description: "Claim after the action" }),
  redemption: Redemption.annotateKey({ description: "Record of the action" })
}

const Handled = Schema.Struct(handledFields).annotate({ identifier: "HandledFulfillment" })

const Rejected = Schema.Struct({
  ...handledFields,
  refund: Schema.Struct({
    points: Schema.Int.annotateKey({ description: "Points refunded: the full charge" }),
    charges: Schema.Array(ChargedPoints).annotateKey({ description: "Refunded points by asset" })
  }).annotateKey({ description: "Refund to the member" })
}).annotate({ identifier: "RejectedFulfillment" })

const noteText = Schema.String.check(characters(1, 500))

/** The reason shown to the member: not blank. */
const reasonText = noteText.check(
  Schema.isPattern(/\S/u, { expected: "text that is not blank", toJsonSchema: () => ({ pattern: "\\S" }) })
)

const note = Schema.optionalKey(noteText).annotateKey({ description: "Note for colleagues, stored with the record" })

const Approval = Schema.Struct({ note })

const Rejection = Schema.Struct({
  reason: reasonText.annotateKey({ description: "Reason for the rejection; shown to the member" }),
  note
})

const HandOver = Schema.Struct({
  verificationCode: Schema.optionalKey(Schema.String.check(characters(1, 64))).annotateKey({
    description: "Code shown by the member; case, spaces and hyphens are ignored"
  }),
  note
})

const Proposal = Schema.Struct({
  changes: Schema.Struct({
    checkInDate: Schema.optionalKey(CalendarDate).annotateKey({ description: "Proposed check-in date, `YYYY-MM-DD`" }),
    substitution: Schema.optionalKey(LabelText(200)).annotateKey({ description: "Proposed substitute for the offer" })
  })
    .check(
      Schema.makeFilter(({ checkInDate, substitution }) =>
        checkInDate === undefined && substitution === undefined ? "must contain at least one change" : undefined
      )
    )
    .annotateKey({ description: "Proposed changes; at least one" }),
  note: reasonText.annotateKey({ description: "Explanation; shown to the member" })
})

const params = {
  fulfillmentId: PathUuid.pipe(
    Schema.decodeTo(FulfillmentId),
    Schema.annotateEncoded({ description: "Id of the claim" })
  )
}

const illegal = partnerFailure(InvalidStateTransition)

export class FulfillmentsGroup extends HttpApiGroup.make("fulfillments")
  .add(
    read.get("suggestOfferNames", "/fulfillments/autocomplete/offers", {
      scopes: ["partner:fulfillments:read"],
      query: OffersQuery,
      success: OfferNames,
      summary: "Suggest offer names",
      description: [
        "Suggests the names of offers of venues within reach, and of the organization's other offers that were claimed",
        "there. Call it on each keystroke after the first."
      ].join(" ")
    }),
    read.get("searchFulfillments", "/fulfillments/search", {
      scopes: ["partner:fulfillments:read"],
      query: SearchQuery,
      success: FulfillmentPage,
      summary: "Search claimed offers",
      description: [
        "Returns claims at venues within reach, in any status, that match every filter. Claims without a venue need no",
        "desk and are not returned."
      ].join(" ")
    }),
    poll.get("listPendingFulfillments", "/fulfillments/pending", {
      scopes: ["partner:fulfillments:read"],
      query: PendingQuery,
      success: polled(PendingPage),
      summary: "List claims waiting for the desk",
      description: [
        "Returns open claims at venues within reach, oldest first, until they are fulfilled, closed or expired. Poll",
        "every 1 to 5 minutes and send the `ETag` of the last response in `If-None-Match`: you get 304 while no claim",
        "or stay has changed. In that case names and tiers are at most 15 minutes old."
      ].join(" ")
    }),
    read.get("getDeskFulfillment", "/fulfillments/:fulfillmentId", {
      scopes: ["partner:fulfillments:read"],
      params,
      success: DeskFulfillmentDetail,
      summary: "Get a claimed offer",
      description: "Returns the claim, in any status, with its full history."
    }),
    read.get("listRedemptions", "/fulfillments/:fulfillmentId/redemptions", {
      scopes: ["partner:fulfillments:read"],
      params,
      success: Redemptions,
      summary: "List the desk actions on a claim",
      description:
        "One record per approval, rejection, fulfillment and proposed change; none for the member's own actions."
    }),
    write.post("approveFulfillment", "/fulfillments/:fulfillmentId/approve", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: orNoBody(Approval, {}),
      success: Handled,
      errors: [illegal],
      summary: "Approve a claim",
      description:
        "Allowed from `claimed`, `pending_approval` and `modified`. The member then sees the code for the desk."
    }),
    write.post("rejectFulfillment", "/fulfillments/:fulfillmentId/reject", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: Rejection,
      success: Rejected,
      errors: [illegal],
      summary: "Reject a claim",
      description: "Allowed from every open status. The full charge is refunded, and codes become void."
    }),
    write.post("fulfillFulfillment", "/fulfillments/:fulfillmentId/fulfill", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: orNoBody(HandOver, {}),
      success: Handled,
      errors: [illegal, partnerFailure(VerificationCodeInvalid)],
      summary: "Fulfill a claim",
      description: [
        "Allowed from `claimed` and `approved`; requires the member's code if `verificationRequired` is true. Five",
        "wrong codes within 15 minutes block the claim until the first of them is older than that. Attempts count",
        "across idempotency keys, and the response to a wrong code is not stored under its key."
      ].join(" ")
    }),
    write.post("modifyFulfillment", "/fulfillments/:fulfillmentId/modify", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: Proposal,
      success: Handled,
      errors: [illegal],
      summary: "Propose a change to a claim",
      description: [
        "Allowed from every open status. The charge is unchanged, and the code is refused until the claim is approved",
        "again. A different price requires a rejection and a new claim."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Fulfillments", description: "Claimed offers and how the desk handles them" })
  ) {}
