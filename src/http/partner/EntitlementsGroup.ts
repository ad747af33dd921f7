import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { ValidityReversed } from "../../domain/benefits/BenefitErrors.ts"
import { isPeriod } from "../../domain/benefits/isPeriod.ts"
import { EntitlementView } from "../../domain/benefits/EntitlementView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { DuplicateResource, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** The most venues that an entitlement names one by one. */
const mostVenues = 1000

const EntitlementPage = Schema.Struct(offsetPage(EntitlementView)).annotate({ identifier: "EntitlementPage" })

const EntitlementsQuery = Schema.Struct({
  ...offsetQuery(25),
  programId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements of this program's tiers" }),
  tierId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements of this tier" }),
  benefitId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements to this benefit" }),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only entitlements that hold at this venue, which must be within reach"
  })
})

const changeable = {
  quantityPerStay: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))).annotateKey({
    description: "How often it is due during one stay; 1 in a new one if absent"
  }),
  venueIds: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(ExternalId).check(Schema.isMinLength(1), Schema.isMaxLength(mostVenues), Schema.isUnique())
    )
  ).annotateKey({ description: "Document ids of the venues where it holds; null: at every venue" }),
  validTo: Schema.optionalKey(Schema.NullOr(CalendarDate)).annotateKey({
    description: "Last day on which it holds, `YYYY-MM-DD` in the time zone of the venue; null: without end"
  })
}

const NewEntitlement = Schema.Struct({
  programId: ExternalId.annotateKey({ description: "External id of the tier's program" }),
  tierId: ExternalId.annotateKey({ description: "External id of the tier to entitle" }),
  benefitId: ExternalId.annotateKey({ description: "External id of the benefit" }),
  ...changeable,
  validFrom: Schema.optionalKey(Schema.NullOr(CalendarDate)).annotateKey({
    description: "First day on which it holds, `YYYY-MM-DD` in the time zone of the venue; null: since ever"
  })
}).check(
  Schema.makeFilter(({ validFrom, validTo }) =>
    isPeriod(validFrom, validTo) ? undefined : { path: ["validTo"], issue: "must not be before `validFrom`" }
  )
)

const EntitlementChange = Schema.Struct({
  ...changeable,
  active: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether it counts; true is refused beside another active one of the tier and the benefit"
  })
}).check(atLeastOneField)

const entitlementId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the entitlement" }))

const insufficientReach = partnerFailure(InsufficientReach)
const duplicate = partnerFailure(DuplicateResource)

const path = "/loyalty/entitlements"

/** Which tiers are entitled to which benefits (PAR-103, PAR-139, PAR-140). */
export class EntitlementsGroup extends HttpApiGroup.make("entitlements")
  .add(
    read.get("listEntitlements", path, {
      scopes: ["partner:loyalty:benefits:read"],
      query: EntitlementsQuery,
      success: EntitlementPage,
      summary: "List which tier is entitled to which benefit",
      description: "In the order in which they were created, inactive ones included. An unknown id selects none."
    }),
    write.post("createEntitlement", path, {
      scopes: ["partner:loyalty:benefits:write"],
      payload: NewEntitlement,
      success: EntitlementView.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, duplicate],
      summary: "Entitle a tier to a benefit",
      description: [
        "At every venue unless some are named, and active at once. A tier has one active entitlement to a benefit.",
        "Members see it at their next request, and open arrival tasks follow within minutes."
      ].join(" ")
    }),
    write.patch("changeEntitlement", `${path}/:entitlementId`, {
      scopes: ["partner:loyalty:benefits:write"],
      params: { entitlementId },
      payload: EntitlementChange,
      success: EntitlementView,
      errors: [insufficientReach, duplicate, partnerFailure(StateConflict), partnerFailure(ValidityReversed)],
      summary: "Change an entitlement",
      description: [
        "Absent fields stay; `venueIds` replaces all venues. One to an archived benefit is not activated. Members see it",
        "at their next request, and open arrival tasks follow within minutes."
      ].join(" ")
    }),
    write.delete("withdrawEntitlement", `${path}/:entitlementId`, {
      scopes: ["partner:loyalty:benefits:write"],
      params: { entitlementId },
      errors: [insufficientReach],
      summary: "Withdraw an entitlement",
      description: "For good: from then on it is not found. To suspend it, set `active` to false instead."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Entitlements", description: "Which tiers are entitled to which benefits" })
  ) {}
