import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { PropertySection, PublicProperty } from "../../domain/properties/PublicProperty.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { publicFailure } from "./publicFailure.ts"
import { read } from "./verbs.ts"

const sections = Schema.optionalKey(QueryList(PropertySection)).pipe(
  Schema.annotateEncoded({ description: "Sections to add, separated by commas or repeated; without it, none" })
)

/** Both notations for an array in a query are accepted. */
const query = { hydrate: sections, "hydrate[]": sections }

const success = PublicProperty
const errors = [publicFailure(PropertyMissing)]

export class PropertiesGroup extends HttpApiGroup.make("properties")
  .add(
    read.get("getPublicPropertyBySlug", "/properties/by-slug/:slug", {
      params: { slug: PathText.pipe(Schema.annotateEncoded({ description: "The property's `slug`" })) },
      query,
      success,
      errors,
      summary: "Get a property by slug",
      description: "The same response as by id. Without `hydrate` its three sections are absent."
    }),
    read.get("getPublicProperty", "/properties/:propertyId", {
      params: {
        propertyId: PathText.pipe(Schema.annotateEncoded({ description: "Number or document id of the property" }))
      },
      query,
      success,
      errors,
      summary: "Get a property by id",
      description:
        "`propertyId` is an internal number (one to ten digits) or a document id (anything else). Without `hydrate` " +
        "its three sections are absent; `hydrate` may be repeated, written `hydrate[]`, or hold comma-separated values."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Properties", description: "Public details of published venues" })) {}
