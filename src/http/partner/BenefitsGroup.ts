import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { BenefitVenuesMismatch } from "../../domain/benefits/BenefitErrors.ts"
import { BenefitOverrideView } from "../../domain/benefits/BenefitOverrideView.ts"
import { BenefitLabel, BenefitText, ImageUrl } from "../../domain/benefits/BenefitText.ts"
import { BenefitView } from "../../domain/benefits/BenefitView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { ResourceInUse } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryBoolean } from "../surface/queryParameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** The most venues that a benefit names one by one. */
const mostVenues = 1000

const BenefitPage = Schema.Struct(offsetPage(BenefitView)).annotate({ identifier: "BenefitPage" })

const BenefitOverrideList = Schema.Struct({
  items: Schema.Array(BenefitOverrideView).annotateKey({ description: "One for each venue that has any" })
}).annotate({ identifier: "BenefitOverrideList" })

const BenefitsQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name, without regard to case and accents, otherwise literal"
  }),
  kind: Schema.optionalKey(PlainText(60)).annotateKey({ description: "Only benefits of this kind" }),
  enabled: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "Only benefits that members and desks see, or only the others" })
  ),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: [
      "Only benefits of this venue, global ones included, whatever the venue overrides; it must be within reach"
    ].join(" ")
  })
})

const settings = {
  name: BenefitLabel(200).annotate({ description: "Name of the benefit" }),
  kind: BenefitLabel(60).annotate({ description: "What sort of benefit it is; an open set" }),
  redemptionType: BenefitLabel(60).annotate({
    description: "How it is redeemed; an open set: direct, requireApproval, timelessStay, suiteElevation, and more"
  }),
  minTierLevel: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })).annotate({
    description: "Lowest tier level that has it, whatever tier is entitled"
  }),
  scope: Schema.Literals(["global", "property"]).annotate({
    description: "`global`: wherever its entitlements apply; `property`: only at the venues of `propertyIds`"
  })
}

const more = {
  propertyIds: Schema.optionalKey(
    Schema.Array(ExternalId).check(Schema.isMinLength(1), Schema.isMaxLength(mostVenues), Schema.isUnique())
  ).annotateKey({ description: "Document ids of its venues: required for the scope `property`, refused for `global`" }),
  description: Schema.optionalKey(Schema.NullOr(BenefitText(2000))).annotateKey({
    description: "What the benefit is; null for none"
  }),
  howToRedeem: Schema.optionalKey(Schema.NullOr(BenefitText(2000))).annotateKey({
    description: "Instructions for member and desk; null for none"
  }),
  heroImageUrl: Schema.optionalKey(Schema.NullOr(ImageUrl)).annotateKey({
    description: "https address of a wide image; null for none"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Whether members and desks see it" })
}

const NewBenefit = Schema.Struct({ ...settings, ...more }).check(
  Schema.makeFilter(({ propertyIds, scope }) =>
    (scope === "property") === (propertyIds !== undefined)
      ? undefined
      : { path: ["propertyIds"], issue: "must be there for the scope `property`, and not for `global`" }
  )
)

const BenefitChange = Schema.Struct({
  name: Schema.optionalKey(settings.name),
  kind: Schema.optionalKey(settings.kind),
  redemptionType: Schema.optionalKey(settings.redemptionType),
  minTierLevel: Schema.optionalKey(settings.minTierLevel),
  scope: Schema.optionalKey(settings.scope),
  ...more
}).check(atLeastOneField)

const Override = Schema.Struct({
  overriddenName: Schema.optionalKey(Schema.NullOr(BenefitLabel(200))).annotateKey({
    description: "Name of the benefit at the venue; null or absent for that of the benefit"
  }),
  overriddenDescription: Schema.optionalKey(Schema.NullOr(BenefitText(2000))).annotateKey({
    description: "Text of the benefit at the venue; null or absent for that of the benefit"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "false: the venue does not offer the benefit; absent is true"
  })
})

const benefitId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the benefit" }))
const venueId = PathText.pipe(Schema.annotateEncoded({ description: "Document id of the venue" }))

const reads = ["partner:loyalty:benefits:read"] as const
const writes = ["partner:loyalty:benefits:write"] as const

const insufficientReach = partnerFailure(InsufficientReach)

const path = "/loyalty/benefits"

/** The benefits of an organization, which members call perks (PAR-103, PAR-139, DOMAIN 11.3). */
export class BenefitsGroup extends HttpApiGroup.make("benefits")
  .add(
    read.get("listBenefits", path, {
      scopes: reads,
      query: BenefitsQuery,
      success: BenefitPage,
      summary: "List benefits",
      description: "By name, then id. Archived ones are not listed."
    }),
    write.post("createBenefit", path, {
      scopes: writes,
      payload: NewBenefit,
      success: BenefitView.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach],
      summary: "Create a benefit",
      description: "Members see it at once, and are eligible for it when an entitlement of their tier covers it."
    }),
    read.get("getBenefit", `${path}/:benefitId`, {
      scopes: reads,
      params: { benefitId },
      success: BenefitView,
      summary: "Get a benefit",
      description: "Its venues outside your own reach are not shown. An archived one is not found."
    }),
    write.patch("changeBenefit", `${path}/:benefitId`, {
      scopes: writes,
      params: { benefitId },
      payload: BenefitChange,
      success: BenefitView,
      errors: [insufficientReach, partnerFailure(BenefitVenuesMismatch)],
      summary: "Change a benefit",
      description: [
        "Absent fields stay; `propertyIds` replaces all venues. A benefit that becomes global loses its venues, one that",
        "becomes one of venues names them. Members see it at their next request, and open arrival tasks follow within",
        "minutes."
      ].join(" ")
    }),
    write.delete("archiveBenefit", `${path}/:benefitId`, {
      scopes: writes,
      params: { benefitId },
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Archive a benefit",
      description: [
        "For good: from then on it is not found. Refused while it has an active entitlement, whatever its days: deactivate",
        "or withdraw those first. Inactive entitlements to it stay listed."
      ].join(" ")
    }),
    read.get("listBenefitOverrides", `${path}/:benefitId/venue-overrides`, {
      scopes: reads,
      params: { benefitId },
      success: BenefitOverrideList,
      summary: "List what venues override of a benefit",
      description: "Those of the venues within your own reach, by venue id."
    }),
    write.put("setBenefitOverride", `${path}/:benefitId/venue-overrides/:venueId`, {
      scopes: writes,
      params: { benefitId, venueId },
      payload: Override,
      success: BenefitOverrideView,
      summary: "Override a benefit at a venue",
      description: [
        "Replaces the venue's override as a whole; a venue within your own reach is enough. Members see it at their next",
        "request, and the venue's open arrival tasks follow within minutes."
      ].join(" ")
    }),
    write.delete("removeBenefitOverride", `${path}/:benefitId/venue-overrides/:venueId`, {
      scopes: writes,
      params: { benefitId, venueId },
      summary: "Remove a venue's override of a benefit",
      description: "The venue then offers the benefit as it is. A venue without an override is not found."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Benefits", description: "What tiers can be entitled to; members call them perks" })
  ) {}
