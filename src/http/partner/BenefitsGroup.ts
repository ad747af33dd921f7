import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BenefitVenuesMismatch } from "../../domain/benefits/BenefitErrors.ts"
import { benefitFields, overrideFields } from "../../domain/benefits/benefitFields.ts"
import { BenefitOverrideView } from "../../domain/benefits/BenefitOverrideView.ts"
import { ImageUrl } from "../../domain/benefits/BenefitText.ts"
import { BenefitView } from "../../domain/benefits/BenefitView.ts"
import { SomeVenueIds } from "../../domain/properties/VenueIds.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { ResourceInUse } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryBoolean } from "../surface/schemas/queryParameters.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { namePart, venueId } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const BenefitPage = Schema.Struct(offsetPage(BenefitView)).annotate({ identifier: "BenefitPage" })

const BenefitOverrideList = Schema.Struct({
  items: Schema.Array(BenefitOverrideView).annotateKey({ description: "One override per venue that has one" })
}).annotate({ identifier: "BenefitOverrideList" })

const BenefitsQuery = Schema.Struct({
  ...offsetQuery(25),
  q: namePart,
  kind: Schema.optionalKey(PlainText(60)).annotateKey({ description: "Only benefits of this kind" }),
  enabled: Schema.optionalKey(QueryBoolean).pipe(
    Schema.annotateEncoded({ description: "true: only enabled benefits; false: only disabled ones" })
  ),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only benefits of this venue, including global ones and regardless of overrides; must be within reach"
  })
})

const { kind, minTierLevel, name, redemptionType } = benefitFields

const settings = {
  name,
  kind,
  redemptionType,
  minTierLevel,
  scope: benefitFields.scope.annotate({
    description: "`global`: available wherever its entitlements apply; `property`: only at the venues in `propertyIds`"
  })
}

const more = {
  propertyIds: Schema.optionalKey(SomeVenueIds).annotateKey({
    description: "Document ids of its venues; required for scope `property`, refused for `global`"
  }),
  description: Schema.optionalKey(benefitFields.description).annotateKey({
    description: "Description of the benefit; null for none"
  }),
  howToRedeem: Schema.optionalKey(benefitFields.howToRedeem).annotateKey({
    description: "Instructions for members and desk staff; null for none"
  }),
  heroImageUrl: Schema.optionalKey(Schema.NullOr(ImageUrl)).annotateKey({
    description: "HTTPS URL of a wide image; null for none"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "Whether members and desk staff see it" })
}

const NewBenefit = Schema.Struct({ ...settings, ...more }).check(
  Schema.makeFilter(({ propertyIds, scope }) =>
    (scope === "property") === (propertyIds !== undefined)
      ? undefined
      : { path: ["propertyIds"], issue: "is required for scope `property` and not allowed for `global`" }
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
  overriddenName: Schema.optionalKey(overrideFields.overriddenName).annotateKey({
    description: "Name of the benefit at the venue; null or absent to keep the benefit's own name"
  }),
  overriddenDescription: Schema.optionalKey(overrideFields.overriddenDescription).annotateKey({
    description: "Description of the benefit at the venue; null or absent to keep the benefit's own description"
  }),
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether the venue offers the benefit; true by default"
  })
})

const benefitId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the benefit" }))

const reads = ["partner:loyalty:benefits:read"] as const
const writes = ["partner:loyalty:benefits:write"] as const

const path = "/loyalty/benefits"

/** The benefits of an organization; the member API calls them perks (PAR-103, PAR-139, DOMAIN 11.3). */
export class BenefitsGroup extends HttpApiGroup.make("benefits")
  .add(
    read.get("listBenefits", path, {
      scopes: reads,
      query: BenefitsQuery,
      success: BenefitPage,
      summary: "List benefits",
      description: "Ordered by name, then id. Archived benefits are not listed."
    }),
    write.post("createBenefit", path, {
      scopes: writes,
      payload: NewBenefit,
      success: BenefitView.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach],
      summary: "Create a benefit",
      description: "Members see it immediately and are eligible for it once an entitlement of their tier covers it."
    }),
    read.get("getBenefit", `${path}/:benefitId`, {
      scopes: reads,
      params: { benefitId },
      success: BenefitView,
      summary: "Get a benefit",
      description: "Venues outside your reach are omitted. An archived benefit is not found."
    }),
    write.patch("changeBenefit", `${path}/:benefitId`, {
      scopes: writes,
      params: { benefitId },
      payload: BenefitChange,
      success: BenefitView,
      errors: [insufficientReach, partnerFailure(BenefitVenuesMismatch)],
      summary: "Change a benefit",
      description: [
        "Absent fields are left unchanged; `propertyIds` replaces all venues. Changing the scope to `global` removes",
        "the venues; changing it to `property` requires `propertyIds`. Members and open arrival tasks show the change",
        "from the next request on."
      ].join(" ")
    }),
    write.delete("archiveBenefit", `${path}/:benefitId`, {
      scopes: writes,
      params: { benefitId },
      errors: [insufficientReach, partnerFailure(ResourceInUse)],
      summary: "Archive a benefit",
      description: [
        "Cannot be undone; the benefit is no longer found. Refused while the benefit has an active entitlement,",
        "whatever its validity dates: deactivate or withdraw it first. Inactive entitlements to it stay listed."
      ].join(" ")
    }),
    read.get("listBenefitOverrides", `${path}/:benefitId/venue-overrides`, {
      scopes: reads,
      params: { benefitId },
      success: BenefitOverrideList,
      summary: "List the venue overrides of a benefit",
      description: "Overrides at venues within your reach, ordered by venue id."
    }),
    write.put("setBenefitOverride", `${path}/:benefitId/venue-overrides/:venueId`, {
      scopes: writes,
      params: { benefitId, venueId },
      payload: Override,
      success: BenefitOverrideView,
      summary: "Override a benefit at a venue",
      description: [
        "Replaces the whole override. The venue must be within your reach; access to all venues is not required.",
        "Members and the venue's open arrival tasks show the change from the next request on."
      ].join(" ")
    }),
    write.delete("removeBenefitOverride", `${path}/:benefitId/venue-overrides/:venueId`, {
      scopes: writes,
      params: { benefitId, venueId },
      summary: "Remove a venue's override of a benefit",
      description: "The venue then offers the benefit unchanged. 404 if the venue has no override."
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Benefits",
      description: "Benefits that tiers can be entitled to; the member API calls them perks"
    })
  ) {}
