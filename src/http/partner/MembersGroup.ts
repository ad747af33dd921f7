import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { WrittenMemberXid } from "../../domain/members/Member.ts"
import { MemberEntitlement } from "../../domain/members/MemberEntitlement.ts"
import { MemberView } from "../../domain/members/MemberView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { QueryIds } from "../surface/QueryIds.ts"
import { QueryInstant } from "../surface/QueryInstant.ts"
import { read } from "./verbs.ts"

const MemberPage = Schema.Struct(offsetPage(MemberView)).annotate({ identifier: "MemberPage" })

const MemberEntitlements = Schema.Struct({
  items: Schema.Array(MemberEntitlement).annotateKey({ description: "The entitlements, global benefits first" })
}).annotate({ identifier: "MemberEntitlements" })

const MembersQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: [
      "Part of the name or of the external id, without case and accents; with the scope partner:guests:pii:read also of",
      "the e-mail address or the telephone number. One or two characters read all members: type three"
    ].join(" ")
  }),
  email: Schema.optionalKey(PlainText(254)).annotateKey({
    description: "Only the member with this address, in any case; needs the scope partner:guests:pii:read"
  }),
  tierId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only members who hold this tier now" }),
  programId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only members of this program" }),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description:
        "Only members who stayed, claimed or were invited at these venues, each of which must be within reach"
    })
  ),
  updatedSince: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({ description: "Only members whose account changed at this moment or later" })
  )
})

const params = {
  externalId: WrittenMemberXid.pipe(
    Schema.annotateEncoded({ description: "External id of the member, a ULID in upper or lower case" })
  )
}

export class MembersGroup extends HttpApiGroup.make("members")
  .add(
    read.get("listMembers", "/members", {
      scopes: ["partner:guests:read"],
      parameterScopes: { email: "partner:guests:pii:read" },
      query: MembersQuery,
      success: MemberPage,
      summary: "List members",
      description: [
        "The members known to the organization: enrolled in its programs, or with a stay, a claim or an invite; to a",
        "credential of single venues, those with a stay, a claim or an invite there. Ordered by external id. `email` and",
        "`phone` are null without the scope partner:guests:pii:read. The time that a page takes grows with `offset`."
      ].join(" ")
    }),
    read.get("getMember", "/members/:externalId", {
      scopes: ["partner:guests:read"],
      preview: true,
      params,
      success: MemberView,
      summary: "Get a member",
      description: "The same object as in the list. Accounts that were merged into another one are not found."
    }),
    read.get("listMemberEntitlements", "/members/:externalId/entitlements", {
      scopes: ["partner:guests:read", "partner:loyalty:benefits:read"],
      params,
      query: {
        propertyId: Schema.optionalKey(ExternalId).annotateKey({
          description: "The venue where the member is, which must be within reach; without it, that of the stay"
        }),
        reservationId: Schema.optionalKey(ExternalId.pipe(Schema.brand("ReservationXid"))).annotateKey({
          description: "A stay of the member's within reach"
        })
      },
      success: MemberEntitlements,
      summary: "List what a member is entitled to",
      description: [
        "The benefits that the member's tiers include, and whether each is due now: for a stay as of its check-in, else",
        "today. The rule is that of the member's own perks and of arrival tasks. Without venue and stay, a benefit of",
        "single venues is due if it is at one of those within reach."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Members", description: "Who the guests are, and what they are owed" })
  ) {}
