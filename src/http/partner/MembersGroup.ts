import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { RequestedMemberXid } from "../../domain/members/Member.ts"
import { MemberEntitlement } from "../../domain/members/MemberEntitlement.ts"
import { MemberView } from "../../domain/members/MemberView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { QueryIds } from "../surface/schemas/QueryIds.ts"
import { QueryInstant } from "../surface/schemas/QueryInstant.ts"
import { read } from "./verbs.ts"

const MemberPage = Schema.Struct(offsetPage(MemberView)).annotate({ identifier: "MemberPage" })

const MemberEntitlements = Schema.Struct({
  items: Schema.Array(MemberEntitlement).annotateKey({ description: "Entitlements, global benefits first" })
}).annotate({ identifier: "MemberEntitlements" })

const MembersQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: [
      "Part of the name or external id; ignores case and accents. With the scope partner:guests:pii:read it also",
      "matches the email address and phone number. Send at least three characters: shorter queries scan all members."
    ].join(" ")
  }),
  email: Schema.optionalKey(PlainText(254)).annotateKey({
    description: [
      "Only members with this email address; ignores case and accents. Requires the scope",
      "partner:guests:pii:read."
    ].join(" ")
  }),
  tierId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only members who currently hold this tier" }),
  programId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only members of this program" }),
  propertyIds: Schema.optionalKey(QueryIds).pipe(
    Schema.annotateEncoded({
      description: "Only members with a stay, claim or invite at these venues; each must be within reach"
    })
  ),
  updatedSince: Schema.optionalKey(QueryInstant).pipe(
    Schema.annotateEncoded({ description: "Only members whose account changed at or after this time" })
  )
})

const params = {
  externalId: RequestedMemberXid.pipe(
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
        "Lists members who are enrolled in one of the organization's programs or have a stay, claim or invite with it.",
        "A credential limited to certain venues sees members with a stay, claim or invite there. Ordered by external",
        "id. `email` and `phone` are null without the scope partner:guests:pii:read. Pages get slower as `offset`",
        "grows."
      ].join(" ")
    }),
    read.get("getMember", "/members/:externalId", {
      scopes: ["partner:guests:read"],
      preview: true,
      params,
      success: MemberView,
      summary: "Get a member",
      description: "Returns the same object as the list. Accounts that were merged into another one are not found."
    }),
    read.get("listMemberEntitlements", "/members/:externalId/entitlements", {
      scopes: ["partner:guests:read", "partner:loyalty:benefits:read"],
      params,
      query: {
        propertyId: Schema.optionalKey(ExternalId).annotateKey({
          description: "Venue where the member is; must be within reach. Defaults to the venue of the stay."
        }),
        reservationId: Schema.optionalKey(ExternalId.pipe(Schema.brand("ReservationXid"))).annotateKey({
          description: "External id of one of the member's stays within reach"
        })
      },
      success: MemberEntitlements,
      summary: "List a member's entitlements",
      description: [
        "Lists the benefits of the member's tiers and whether each is due: as of check-in if a stay is sent, otherwise",
        "today. The rules are the same as for the member's perks and for arrival tasks. Without a venue or stay, a",
        "benefit of certain venues is due if one of them is within reach."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Members", description: "Members and the benefits they are entitled to" })
  ) {}
