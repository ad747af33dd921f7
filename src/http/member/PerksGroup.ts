import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PerkList } from "../../domain/perks/PerkList.ts"
import { PerkGroup } from "../../domain/perks/PerkGroup.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PathNumber } from "../surface/PathNumber.ts"
import { QueryFlag } from "../surface/queryParameters.ts"
import { withDefault } from "../surface/withDefault.ts"
import { notFound } from "./commonFailures.ts"
import { read } from "./verbs.ts"

const included = (description: string) => withDefault(QueryFlag, true).pipe(Schema.annotateEncoded({ description }))

const PerksQuery = Schema.Struct({
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Document id of a property: its property perks only, and whether global ones hold there"
  }),
  reservationId: Schema.optionalKey(ExternalId.pipe(Schema.brand("ReservationXid"))).annotateKey({
    description: "External id of a stay of the member's: its property, unless one is named, and its check-in date"
  }),
  redemptionType: Schema.optionalKey(ExternalId).annotateKey({ description: "Only perks that are redeemed this way" }),
  includePropertyPerks: included("False leaves property perks out"),
  includeGlobalPerks: included("False leaves global perks out")
})

const PerkGroups = Schema.Struct({ items: Schema.Array(PerkGroup), total: Schema.Int }).annotate({
  identifier: "PerkGroups"
})

const params = { id: PathNumber }
const errors = [notFound]

/** What the member's tiers entitle him to (MEM-049 to MEM-056, MEM-115). */
export class PerksGroup extends HttpApiGroup.make("perks")
  .add(
    read.get("listPerks", "/me/loyalty/entitlements/perks", {
      query: PerksQuery,
      success: PerkList,
      errors,
      summary: "The member's perks",
      description: [
        "Perks of the organizations the member is enrolled with, by the tier level they need, then name; those that",
        "are not for him as well, with the reason. A perk costs no points. With a stay the answer is what its arrival",
        "owes him."
      ].join(" ")
    }),
    read.get("listPerkGroups", "/me/loyalty/perk-groups", {
      success: PerkGroups,
      summary: "The groups that perks are shown in",
      description: "Those of the organizations the member is enrolled with, by name; `enabled` tells which to show."
    }),
    read.get("getPerkGroup", "/me/loyalty/perk-groups/:id", {
      params,
      success: PerkGroup,
      errors,
      summary: "One group of perks",
      description: "Of an organization the member is enrolled with, whether `enabled` or not."
    }),
    read.get("listGroupPerks", "/me/loyalty/perk-groups/:id/perks", {
      params,
      query: PerksQuery,
      success: PerkList,
      errors,
      summary: "The perks of a group",
      description: [
        "As the list of all perks, in the order of the group. A group that needs a stay shows its perks as not for the",
        "member until `reservationId` names one."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Perks", description: "What a tier entitles to, at no price" })) {}
