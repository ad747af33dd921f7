import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { tierFields, tierLevel, TierView } from "../../domain/programs/TierView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { programId } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const reading = { scopes: ["partner:loyalty:programs:read"] } as const
const writing = { scopes: ["partner:loyalty:programs:write"] } as const

const items = Schema.Array(TierView).annotateKey({ description: "Tiers, lowest first" })

const Tiers = Schema.Struct({ items }).annotate({ identifier: "Tiers" })

const { color, multiplier, name, qualifyingNights, qualifyingPoints, validityMonths } = tierFields

const NewTier = Schema.Struct({
  name,
  level: tierLevel.annotateKey({ description: "Rank within the program, unique among its tiers; 1 to 100" }),
  qualifyingPoints,
  qualifyingNights: Schema.optionalKey(qualifyingNights),
  multiplier,
  validityMonths: Schema.optionalKey(validityMonths).annotateKey({
    description: "Months for which a reached tier is kept; 12 by default"
  }),
  color: Schema.optionalKey(color)
})

const TierChanges = Schema.Struct({
  name: Schema.optionalKey(name),
  qualifyingPoints: Schema.optionalKey(qualifyingPoints),
  qualifyingNights: Schema.optionalKey(qualifyingNights),
  multiplier: Schema.optionalKey(multiplier),
  validityMonths: Schema.optionalKey(validityMonths),
  color: Schema.optionalKey(color)
}).check(atLeastOneField)

const TierOrder = Schema.Struct({
  tierIds: Schema.Array(ExternalId).check(Schema.isMaxLength(100)).annotateKey({
    description: "Ids of all tiers of the program, each once, lowest first"
  })
})

const ReorderedTiers = Schema.Struct({
  items,
  affectedBenefitIds: Schema.Array(Schema.String).annotateKey({
    description: [
      "Sorted ids of the benefits that members gain or lose because the level of an entitled tier crossed the",
      "benefit's `minTierLevel`"
    ].join(" ")
  })
}).annotate({ identifier: "ReorderedTiers" })

const ofProgram = { programId }
const params = { programId, tierId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the tier" })) }

const path = "/loyalty/programs/:programId/tiers"

/** The tiers of loyalty programs (DOMAIN 4.4, 8.3). */
export class TiersGroup extends HttpApiGroup.make("tiers")
  .add(
    read.get("listTiers", path, {
      ...reading,
      params: ofProgram,
      success: Tiers,
      summary: "List the tiers of a loyalty program",
      description: "Lowest first."
    }),
    write.post("createTier", path, {
      ...writing,
      params: ofProgram,
      payload: NewTier,
      success: TierView.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, partnerFailure(DuplicateResource)],
      summary: "Add a tier",
      description: "Members can reach it with the next points they earn. A level that is already taken is refused."
    }),
    write.put("reorderTiers", `${path}/order`, {
      ...writing,
      params: ofProgram,
      payload: TierOrder,
      success: ReorderedTiers,
      errors: [insufficientReach, partnerFailure(FieldInvalid)],
      summary: "Reorder the tiers of a loyalty program",
      description: [
        "Redistributes the existing levels among the tiers in one step. Benefits keep their `minTierLevel`, so members",
        "may gain or lose some; the response lists them. A tier that the program does not have is answered with 404, and",
        "one that is repeated or left out with 400."
      ].join(" ")
    }),
    read.get("getTier", `${path}/:tierId`, {
      ...reading,
      params,
      success: TierView,
      summary: "Get a tier",
      description: "Includes the number of enrolments that currently hold it."
    }),
    write.patch("changeTier", `${path}/:tierId`, {
      ...writing,
      params,
      payload: TierChanges,
      success: TierView,
      errors: [insufficientReach],
      summary: "Change a tier",
      description: [
        "Absent fields are left unchanged. A new multiplier immediately applies to every stay that is not finalised.",
        "New thresholds take effect when a member next earns points or their tier period ends. To change the level,",
        "reorder the tiers."
      ].join(" ")
    }),
    write.delete("removeTier", `${path}/:tierId`, {
      ...writing,
      params,
      errors: [insufficientReach, partnerFailure(ResourceInUse), partnerFailure(StateConflict)],
      summary: "Remove a tier",
      description: [
        "Only possible if the tier has no members or entitlements, including past ones. The last tier of an active",
        "program cannot be removed: `details.reason` is `tier_required`."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Tiers", description: "The tiers of loyalty programs" })) {}
