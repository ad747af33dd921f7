import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PerkList } from "../../domain/perks/PerkList.ts"
import { PerkGroup } from "../../domain/perks/PerkGroup.ts"
import { RequestedReservationXid } from "../../domain/reservations/Reservation.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { PathNumber } from "../surface/schemas/PathNumber.ts"
import { QueryFlag } from "../surface/schemas/queryParameters.ts"
import { withDefault } from "../surface/schemas/withDefault.ts"
import { notFound } from "./notFound.ts"
import { read } from "./verbs.ts"

const included = (description: string) => withDefault(QueryFlag, true).pipe(Schema.annotateEncoded({ description }))

const PerksQuery = Schema.Struct({
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Document id of a property: limits property perks to it and evaluates global perks there"
  }),
  reservationId: Schema.optionalKey(RequestedReservationXid).annotateKey({
    description:
      "External id of one of the member's stays: sets the check-in date and, unless `propertyId` is sent, the property"
  }),
  redemptionType: Schema.optionalKey(PlainText(180)).annotateKey({
    description: "Only perks with this redemption type"
  }),
  includePropertyPerks: included("Whether to include property perks"),
  includeGlobalPerks: included("Whether to include global perks")
})

const PerkGroups = Schema.Struct({
  items: Schema.Array(PerkGroup).annotateKey({ description: "Groups, ordered by name, then id" }),
  total: Schema.Int.annotateKey({ description: "Number of groups" })
}).annotate({
  identifier: "PerkGroups"
})

const params = { id: PathNumber.pipe(Schema.annotateEncoded({ description: "Numeric id of the group" })) }
const errors = [notFound]

/** Perks that members get from their tiers (MEM-049 to MEM-056, MEM-115). */
export class PerksGroup extends HttpApiGroup.make("perks")
  .add(
    read.get("listPerks", "/me/loyalty/entitlements/perks", {
      query: PerksQuery,
      success: PerkList,
      errors,
      summary: "List perks",
      description: [
        "Lists the perks of all organizations the member is enrolled with, ordered by required tier level, then name.",
        "Perks that the member is not eligible for are included with the reason. Perks cost no points. With",
        "`reservationId`, the eligible perks are the benefits due on that arrival."
      ].join(" ")
    }),
    read.get("listPerkGroups", "/me/loyalty/perk-groups", {
      success: PerkGroups,
      summary: "List perk groups",
      description:
        "Lists the groups of all organizations the member is enrolled with, ordered by name. Display only groups " +
        "with `enabled` set to true."
    }),
    read.get("getPerkGroup", "/me/loyalty/perk-groups/:id", {
      params,
      success: PerkGroup,
      errors,
      summary: "Get a perk group",
      description: "Returns a group of an organization the member is enrolled with, even if it is disabled."
    }),
    read.get("listGroupPerks", "/me/loyalty/perk-groups/:id/perks", {
      params,
      query: PerksQuery,
      success: PerkList,
      errors,
      summary: "List the perks of a group",
      description: [
        "Same as listing perks, but in the order of the group. If the group requires a stay, the member is not",
        "eligible for any of its perks unless `reservationId` is sent."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Perks", description: "Benefits of the member's tiers, free of charge" })
  ) {}
