import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { benefitGroupFields, maxGroupBenefits } from "../../domain/benefits/benefitGroupFields.ts"
import { BenefitGroupDetail, BenefitGroupView } from "../../domain/benefits/BenefitGroupView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryBoolean } from "../surface/schemas/queryParameters.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { read, write } from "./verbs.ts"

const BenefitGroupPage = Schema.Struct(offsetPage(BenefitGroupView)).annotate({ identifier: "BenefitGroupPage" })

const BenefitGroupsQuery = Schema.Struct({
  ...offsetQuery(25),
  enabled: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "true: only enabled groups; false: only disabled ones" })
  )
})

const { description, name } = benefitGroupFields

const more = {
  description: Schema.optionalKey(description).annotateKey({
    description: "Description of the group; null for none"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Whether the group is shown to members" }),
  stayRequired: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether all benefits in the group require a stay, even those that otherwise do not"
  })
}

const NewBenefitGroup = Schema.Struct({ name, ...more })

const BenefitGroupChange = Schema.Struct({ name: Schema.optionalKey(name), ...more }).check(atLeastOneField)

const GroupBenefits = Schema.Struct({
  benefitIds: Schema.Array(ExternalId)
    .check(Schema.isMaxLength(maxGroupBenefits), Schema.isUnique())
    .annotate({ description: "Ids of all benefits of the group in display order, without duplicates" })
})

const groupId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the group" }))

const reads = ["partner:loyalty:benefits:read"] as const
const writes = ["partner:loyalty:benefits:write"] as const

const path = "/loyalty/benefit-groups"

/** Groups of benefits as shown to members (PAR-103, A-65). */
export class BenefitGroupsGroup extends HttpApiGroup.make("benefitGroups")
  .add(
    read.get("listBenefitGroups", path, {
      scopes: reads,
      query: BenefitGroupsQuery,
      success: BenefitGroupPage,
      summary: "List benefit groups",
      description: "Ordered by name, then creation."
    }),
    write.post("createBenefitGroup", path, {
      scopes: writes,
      payload: NewBenefitGroup,
      success: BenefitGroupDetail.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach],
      summary: "Create a benefit group",
      description: "The new group has no benefits. By default it is enabled and does not require a stay."
    }),
    read.get("getBenefitGroup", `${path}/:groupId`, {
      scopes: reads,
      params: { groupId },
      success: BenefitGroupDetail,
      summary: "Get a benefit group with its benefits",
      description: "Benefits are in display order; their venues outside your reach are omitted."
    }),
    write.patch("changeBenefitGroup", `${path}/:groupId`, {
      scopes: writes,
      params: { groupId },
      payload: BenefitGroupChange,
      success: BenefitGroupDetail,
      errors: [insufficientReach],
      summary: "Change a benefit group",
      description: "Absent fields are left unchanged."
    }),
    write.delete("removeBenefitGroup", `${path}/:groupId`, {
      scopes: writes,
      params: { groupId },
      errors: [insufficientReach],
      summary: "Delete a benefit group",
      description: "The benefits themselves are kept."
    }),
    write.put("replaceBenefitsOfGroup", `${path}/:groupId/benefits`, {
      scopes: writes,
      params: { groupId },
      payload: GroupBenefits,
      success: BenefitGroupDetail,
      errors: [insufficientReach],
      summary: "Replace the benefits of a group",
      description:
        "Sets the benefits in the given order; an empty list empties the group. An archived benefit is not found."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Benefit groups", description: "Groups of benefits as shown to members" })
  ) {}
