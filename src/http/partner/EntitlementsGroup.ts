import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ValidityReversed } from "../../domain/benefits/BenefitErrors.ts"
import { isPeriod } from "../../domain/benefits/isPeriod.ts"
import { entitlementFields } from "../../domain/benefits/entitlementFields.ts"
import { EntitlementView } from "../../domain/benefits/EntitlementView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { DuplicateResource, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { CalendarDate } from "../../domain/shared/Scalars.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const EntitlementPage = Schema.Struct(offsetPage(EntitlementView)).annotate({ identifier: "EntitlementPage" })

const EntitlementsQuery = Schema.Struct({
  ...offsetQuery(25),
  programId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements of this program's tiers" }),
  tierId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements of this tier" }),
  benefitId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only entitlements to this benefit" }),
  propertyId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only entitlements that apply at this venue; must be within reach"
  })
})

const changeable = {
  quantityPerStay: Schema.optionalKey(entitlementFields.quantityPerStay).annotateKey({
    description: "How many times the benefit is due per stay; 1 by default"
  }),
  venueIds: Schema.optionalKey(entitlementFields.venueIds).annotateKey({
    description: "Document ids of the venues where it applies; null for every venue"
  }),
  validTo: Schema.optionalKey(Schema.NullOr(CalendarDate)).annotateKey({
    description: "Last day it applies, `YYYY-MM-DD` in the venue's time zone; null for no end"
  })
}

const NewEntitlement = Schema.Struct({
  programId: ExternalId.annotateKey({ description: "External id of the tier's program" }),
  tierId: ExternalId.annotateKey({ description: "External id of the tier to entitle" }),
  benefitId: ExternalId.annotateKey({ description: "External id of the benefit" }),
  ...changeable,
  validFrom: Schema.optionalKey(Schema.NullOr(CalendarDate)).annotateKey({
    description: "First day it applies, `YYYY-MM-DD` in the venue's time zone; null for no start"
  })
}).check(
  Schema.makeFilter(({ validFrom, validTo }) =>
    isPeriod(validFrom, validTo) ? undefined : { path: ["validTo"], issue: "must not be before `validFrom`" }
  )
)

const EntitlementChange = Schema.Struct({
  ...changeable,
  active: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether it is active; true is refused if the tier has another active entitlement to the benefit"
  })
}).check(atLeastOneField)

const entitlementId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the entitlement" }))

const duplicate = partnerFailure(DuplicateResource)

const path = "/loyalty/entitlements"

/** Which tiers are entitled to which benefits (PAR-103, PAR-139, PAR-140). */
export class EntitlementsGroup extends HttpApiGroup.make("entitlements")
  .add(
    read.get("listEntitlements", path, {
      scopes: ["partner:loyalty:benefits:read"],
      query: EntitlementsQuery,
      success: EntitlementPage,
      summary: "List entitlements",
      description: "Ordered by creation, including inactive ones. A filter with an unknown id matches nothing."
    }),
    write.post("createEntitlement", path, {
      scopes: ["partner:loyalty:benefits:write"],
      payload: NewEntitlement,
      success: EntitlementView.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, duplicate],
      summary: "Entitle a tier to a benefit",
      description: [
        "Applies at every venue unless `venueIds` is sent, and is active immediately. A tier has at most one active",
        "entitlement to a benefit. Members and open arrival tasks show it from the next request on; a stay that it",
        "gives its first benefit gets a task within minutes."
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
        "Absent fields are left unchanged; `venueIds` replaces all venues. An entitlement to an archived benefit",
        "cannot be activated. Members and open arrival tasks show the change from the next request on."
      ].join(" ")
    }),
    write.delete("withdrawEntitlement", `${path}/:entitlementId`, {
      scopes: ["partner:loyalty:benefits:write"],
      params: { entitlementId },
      errors: [insufficientReach],
      summary: "Withdraw an entitlement",
      description: "Cannot be undone; the entitlement is no longer found. To suspend it, set `active` to false instead."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Entitlements", description: "Which tiers are entitled to which benefits" })
  ) {}
