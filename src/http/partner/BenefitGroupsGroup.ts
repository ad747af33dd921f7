import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { BenefitGroupDetail, BenefitGroupView } from "../../domain/benefits/BenefitGroupView.ts"
import { BenefitLabel, BenefitText } from "../../domain/benefits/BenefitText.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryBoolean } from "../surface/queryParameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** The most benefits that a group shows. */
const mostBenefits = 500

const BenefitGroupPage = Schema.Struct(offsetPage(BenefitGroupView)).annotate({ identifier: "BenefitGroupPage" })

const BenefitGroupsQuery = Schema.Struct({
  ...offsetQuery(25),
  enabled: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "Only groups that are to be shown, or only the others" })
  )
})

const name = BenefitLabel(200).annotate({ description: "Name of the group" })

const more = {
  description: Schema.optionalKey(Schema.NullOr(BenefitText(2000))).annotateKey({
    description: "What the group holds; null for none"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Whether it is to be shown to members" }),
  stayRequired: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether its benefits need a stay, even if alone they do not"
  })
}

const NewBenefitGroup = Schema.Struct({ name, ...more })

const BenefitGroupChange = Schema.Struct({ name: Schema.optionalKey(name), ...more }).check(atLeastOneField)

const GroupBenefits = Schema.Struct({
  benefitIds: Schema.Array(ExternalId)
    .check(Schema.isMaxLength(mostBenefits), Schema.isUnique())
    .annotate({ description: "Ids of all benefits of the group, in their order, each once" })
})

const groupId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the group" }))

const reads = ["partner:loyalty:benefits:read"] as const
const writes = ["partner:loyalty:benefits:write"] as const

const errors = [partnerFailure(InsufficientReach)]

const path = "/loyalty/benefit-groups"

/** Groups in which members see benefits (PAR-103, A-65). */
export class BenefitGroupsGroup extends HttpApiGroup.make("benefitGroups")
  .add(
    read.get("listBenefitGroups", path, {
      scopes: reads,
      query: BenefitGroupsQuery,
      success: BenefitGroupPage,
      summary: "List benefit groups",
      description: "By name, then in the order in which they were created."
    }),
    write.post("createBenefitGroup", path, {
      scopes: writes,
      payload: NewBenefitGroup,
      success: BenefitGroupDetail.pipe(HttpApiSchema.status(201)),
      errors,
      summary: "Create a benefit group",
      description: "It has no benefits yet. Enabled if not said otherwise, and without the need of a stay."
    }),
    read.get("getBenefitGroup", `${path}/:groupId`, {
      scopes: reads,
      params: { groupId },
      success: BenefitGroupDetail,
      summary: "Get a benefit group with its benefits",
      description: "The benefits are in their order; venues of theirs outside your own reach are not shown."
    }),
    write.patch("changeBenefitGroup", `${path}/:groupId`, {
      scopes: writes,
      params: { groupId },
      payload: BenefitGroupChange,
      success: BenefitGroupDetail,
      errors,
      summary: "Change a benefit group",
      description: "Absent fields stay."
    }),
    write.delete("removeBenefitGroup", `${path}/:groupId`, {
      scopes: writes,
      params: { groupId },
      errors,
      summary: "Delete a benefit group",
      description: "Its benefits stay."
    }),
    write.put("replaceBenefitsOfGroup", `${path}/:groupId/benefits`, {
      scopes: writes,
      params: { groupId },
      payload: GroupBenefits,
      success: BenefitGroupDetail,
      errors,
      summary: "Replace the benefits of a group",
      description: "In the order of the list; an empty one empties the group. An archived benefit is not found."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Benefit groups", description: "Groups in which members see benefits" })
  ) {}
