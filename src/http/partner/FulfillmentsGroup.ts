import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { DeskFulfillment, DeskFulfillmentDetail, Redemption } from "../../domain/fulfillments/DeskFulfillment.ts"
import { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { InvalidStateTransition, VerificationCodeInvalid } from "../../domain/fulfillments/FulfillmentErrors.ts"
import { FulfillmentStatus } from "../../domain/fulfillments/FulfillmentStatus.ts"
import { ChargedPoints } from "../../domain/fulfillments/FulfillmentView.ts"
import { WrittenMemberXid } from "../../domain/members/Member.ts"
import { characters } from "../../domain/shared/characters.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathUuid } from "../surface/PathUuid.ts"
import { polled } from "../surface/polling.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { QueryInstant } from "../surface/QueryInstant.ts"
import { QueryList } from "../surface/QueryList.ts"
import { QueryInt } from "../surface/queryParameters.ts"

import { withDefault } from "../surface/withDefault.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { poll, read, write } from "./verbs.ts"

const propertyIds = Schema.optionalKey(QueryIds).pipe(
  Schema.annotateEncoded({ description: "Only these venues, each of which must be within reach" })
)

const status = (description: string) =>
  Schema.optionalKey(QueryList(FulfillmentStatus)).pipe(Schema.annotateEncoded({ description }))

const moment = (description: string) => Schema.optionalKey(QueryInstant).pipe(Schema.annotateEncoded({ description }))

const OffersQuery = Schema.Struct({
  q: PlainText(100).annotateKey({ description: "Part of the name, without regard to case and accents" }),
  limit: withDefault(QueryInt(1, 20), 10).pipe(Schema.annotateEncoded({ description: "Most names to suggest" }))
})

const OfferNames = Schema.Struct({
  suggestions: Schema.Array(Schema.String).annotateKey({
    description: "Distinct names, those that begin with the text first"
  })
}).annotate({ identifier: "OfferNames" })

const SearchQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description:
      "Part of the offer's name, the member's name or the confirmation code, without regard to case and accents"
  }),
  status: status("Only these statuses"),
  offerId: Schema.optionalKey(ExternalId).annotateKey({ description: "External id of the offer" }),
  memberExternalId: Schema.optionalKey(WrittenMemberXid).pipe(
    Schema.annotateEncoded({ description: "External id of the member" })
  ),
  reservationId: Schema.optionalKey(ExternalId).annotateKey({ description: "External id of the stay" }),
  propertyIds,
  claimedFrom: moment("Only claims made then or later"),
  claimedTo: moment("Only claims made before"),
  sort: withDefault(Schema.Literal("claimedAt"), "claimedAt").pipe(
    Schema.annotateEncoded({ description: "By time of the claim, then id" })
  ),
  sortOrder: withDefault(Schema.Literals(["asc", "desc"]), "desc").pipe(
    Schema.annotateEncoded({ description: "Newest claim first, or oldest" })
  )
}).check(
  Schema.makeFilter(({ claimedFrom, claimedTo }) =>
    claimedFrom !== undefined && claimedTo !== undefined && claimedFrom.epochMilliseconds > claimedTo.epochMilliseconds
      ? { path: ["claimedFrom"], issue: "must not be after `claimedTo`" }
      : undefined
  )
)

const FulfillmentPage = Schema.Struct(offsetPage(DeskFulfillment)).annotate({ identifier: "FulfillmentPage" })

const PendingQuery = Schema.Struct({
  ...offsetQuery(25),
  propertyIds,
  status: status("Only these statuses; the final ones are never listed"),
  updatedSince: moment("Only claims that changed then or later")
})

const PendingPage = Schema.Struct({
  ...offsetPage(DeskFulfillment),
  nextUpdatedSince: Instant.annotateKey({
    description:
      "What to send as `updatedSince` next time: a little before now, so that no change is missed that was still being " +
      "written; the last changes come twice"
  })
}).annotate({ identifier: "PendingFulfillmentPage" })

const Redemptions = Schema.Struct({
  items: Schema.Array(Redemption).annotateKey({ description: "What desks did, oldest first" })
}).annotate({ identifier: "Redemptions" })

const handled = {
  fulfillment: DeskFulfillment.annotateKey({ description: "The claim as it is now" }),
  redemption: Redemption.annotateKey({ description: "The record of what was done" })
}

const Handled = Schema.Struct(handled).annotate({ identifier: "HandledFulfillment" })

const Rejected = Schema.Struct({
  ...handled,
  refund: Schema.Struct({
    points: Schema.Int.annotateKey({ description: "Points given back, all that were charged" }),
    charges: Schema.Array(ChargedPoints).annotateKey({ description: "The same, of each asset" })
  }).annotateKey({ description: "What the member got back" })
}).annotate({ identifier: "RejectedFulfillment" })

const remark = Schema.String.check(characters(1, 500))

const note = Schema.optionalKey(remark).annotateKey({ description: "Remark for colleagues, kept with the record" })

const Approval = Schema.Struct({ note })

const Rejection = Schema.Struct({
  reason: remark.annotateKey({ description: "Why it is refused; the member sees it" }),
  note
})

const HandOver = Schema.Struct({
  verificationCode: Schema.optionalKey(Schema.String.check(characters(1, 64))).annotateKey({
    description: "The code that the member shows, in any case, with or without spaces and hyphens"
  }),
  note
})

const Proposal = Schema.Struct({
  changes: Schema.Struct({
    checkInDate: Schema.optionalKey(CalendarDate).annotateKey({ description: "Another day of arrival, `YYYY-MM-DD`" }),
    substitution: Schema.optionalKey(Schema.String.check(characters(1, 200))).annotateKey({
      description: "What is given instead"
    })
  })
    .check(
      Schema.makeFilter(({ checkInDate, substitution }) =>
        checkInDate === undefined && substitution === undefined ? "must change something" : undefined
      )
    )
    .annotateKey({ description: "What is proposed, at least one" }),
  note: remark.annotateKey({ description: "Why; the member sees it" })
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
      summary: "Suggest names of offers",
      description: [
        "Names of offers of the venues within reach, and of the organization's other offers that were claimed there. Call",
        "it on each keystroke after the first."
      ].join(" ")
    }),
    read.get("searchFulfillments", "/fulfillments/search", {
      scopes: ["partner:fulfillments:read"],
      query: SearchQuery,
      success: FulfillmentPage,
      summary: "Search claimed offers",
      description: [
        "Claims at venues within reach, in any status, that match every filter. A claim without a venue needs no desk, and",
        "is not found."
      ].join(" ")
    }),
    poll.get("listPendingFulfillments", "/fulfillments/pending", {
      scopes: ["partner:fulfillments:read"],
      query: PendingQuery,
      success: polled(PendingPage),
      summary: "List the claims that wait on the desk",
      description: [
        "Open claims at venues within reach, oldest first, until they are used, ended or due. Poll every 1 to 5 minutes, and",
        "send the `ETag` of the last answer: while no claim and no stay has changed the answer is 304. Names and tiers are",
        "at most 15 minutes old then."
      ].join(" ")
    }),
    read.get("getDeskFulfillment", "/fulfillments/:fulfillmentId", {
      scopes: ["partner:fulfillments:read"],
      params,
      success: DeskFulfillmentDetail,
      summary: "Get a claimed offer",
      description: "The claim in any status, with every step of its history."
    }),
    read.get("listRedemptions", "/fulfillments/:fulfillmentId/redemptions", {
      scopes: ["partner:fulfillments:read"],
      params,
      success: Redemptions,
      summary: "List what desks did with a claim",
      description:
        "One record for every approval, rejection, hand-over and proposal; the member's own steps leave none."
    }),
    write.post("approveFulfillment", "/fulfillments/:fulfillmentId/approve", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: orNoBody(Approval, {}),
      success: Handled,
      errors: [illegal],
      summary: "Approve a claim",
      description: "From `claimed`, `pending_approval` and `modified`. The member sees the code to show at the desk."
    }),
    write.post("rejectFulfillment", "/fulfillments/:fulfillmentId/reject", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: Rejection,
      success: Rejected,
      errors: [illegal],
      summary: "Reject a claim",
      description: "From every open status. The whole charge is refunded, and codes are void."
    }),
    write.post("fulfillFulfillment", "/fulfillments/:fulfillmentId/fulfill", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: orNoBody(HandOver, {}),
      success: Handled,
      errors: [illegal, partnerFailure(VerificationCodeInvalid)],
      summary: "Hand over what was claimed",
      description: [
        "From `claimed` and `approved`, with the member's code where `verificationRequired`. Five wrong codes within 15",
        "minutes block the claim until the first of them is older; every key counts, and a wrong code is not kept under",
        "its key."
      ].join(" ")
    }),
    write.post("modifyFulfillment", "/fulfillments/:fulfillmentId/modify", {
      scopes: ["partner:fulfillments:write"],
      params,
      payload: Proposal,
      success: Handled,
      errors: [illegal],
      summary: "Propose a change of a claim",
      description: [
        "From every open status. The charge stays, and the code is refused until the claim is approved again; another price",
        "needs a rejection and a new claim."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Fulfillments", description: "Claimed offers, and what the desk does with them" })
  ) {}
