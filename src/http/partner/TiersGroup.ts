import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { tierFields, tierLevel, TierView } from "../../domain/programs/TierView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { DuplicateResource, ResourceInUse, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { PathText } from "../surface/PathText.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const reading = { scopes: ["partner:loyalty:programs:read"] } as const
const writing = { scopes: ["partner:loyalty:programs:write"] } as const

const insufficientReach = partnerFailure(InsufficientReach)

const items = Schema.Array(TierView).annotateKey({ description: "The tiers, lowest first" })

const Tiers = Schema.Struct({ items }).annotate({ identifier: "Tiers" })

const { color, multiplier, name, qualifyingNights, qualifyingPoints, validityMonths } = tierFields

const NewTier = Schema.Struct({
  name,
  level: tierLevel.annotateKey({ description: "Rank in the program, which no other tier of it has; 1 to 100" }),
  qualifyingPoints,
  qualifyingNights: Schema.optionalKey(qualifyingNights),
  multiplier,
  validityMonths: Schema.optionalKey(validityMonths).annotateKey({
    description: "Months for which the tier is held once reached; 12 unless said otherwise"
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
      "Ids of the benefits that members gain or lose, sorted: a tier is entitled to them, and its level moved over the",
      "`minTierLevel` that they keep"
    ].join(" ")
  })
}).annotate({ identifier: "ReorderedTiers" })

const programId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the program" }))
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
      description: "Members reach it with their next points. A level that another tier has is refused."
    }),
    write.put("reorderTiers", `${path}/order`, {
      ...writing,
      params: ofProgram,
      payload: TierOrder,
      success: ReorderedTiers,
      errors: [insufficientReach, partnerFailure(FieldInvalid)],
      summary: "Put the tiers of a loyalty program in order",
      description: [
        "All at once: the tiers share out the levels that they have. Benefits keep the level that they ask for, so",
        "members may gain or lose some, which the answer names."
      ].join(" ")
    }),
    read.get("getTier", `${path}/:tierId`, {
      ...reading,
      params,
      success: TierView,
      summary: "Get a tier",
      description: "With the enrolments that hold it now."
    }),
    write.patch("changeTier", `${path}/:tierId`, {
      ...writing,
      params,
      payload: TierChanges,
      success: TierView,
      errors: [insufficientReach],
      summary: "Change a tier",
      description: [
        "Absent fields stay. A new multiplier is that of every stay that is not finalised, at once; new thresholds",
        "promote or demote nobody before their next points or the end of their tier period. The level changes with",
        "the order of the tiers."
      ].join(" ")
    }),
    write.delete("removeTier", `${path}/:tierId`, {
      ...writing,
      params,
      success: HttpApiSchema.NoContent,
      errors: [insufficientReach, partnerFailure(ResourceInUse), partnerFailure(StateConflict)],
      summary: "Remove a tier",
      description: [
        "Only one without members and entitlements, past ones included. The last tier of an active program stays:",
        "`details.reason` is `tier_required`."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Tiers", description: "The tiers of loyalty programs" })) {}
