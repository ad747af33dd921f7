import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { PropertySection, PublicProperty } from "../../domain/properties/PublicProperty.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { publicFailure } from "./publicFailure.ts"
import { read } from "./verbs.ts"

const sections = Schema.optionalKey(QueryList(PropertySection)).pipe(
  Schema.annotateEncoded({ description: "Sections to include: comma-separated or repeated. None by default." })
)

/** Both notations for an array in a query are accepted. */
const query = { hydrate: sections, "hydrate[]": sections }

const success = PublicProperty
const errors = [publicFailure(PropertyMissing)]

export class PropertiesGroup extends HttpApiGroup.make("properties")
  .add(
    read.get("getPublicPropertyBySlug", "/properties/by-slug/:slug", {
      params: { slug: PathText.pipe(Schema.annotateEncoded({ description: "Slug of the property" })) },
      query,
      success,
      errors,
      summary: "Get a property by slug",
      description: "Same response as by id. The three optional sections are absent without `hydrate`."
    }),
    read.get("getPublicProperty", "/properties/:propertyId", {
      params: {
        propertyId: PathText.pipe(Schema.annotateEncoded({ description: "Numeric id or document id of the property" }))
      },
      query,
      success,
      errors,
      summary: "Get a property by id",
      description:
        "`propertyId` is a numeric id (one to ten digits) or a document id (anything else). The three optional " +
        "sections are absent without `hydrate`, which may be repeated, written as `hydrate[]`, or contain " +
        "comma-separated values."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Properties", description: "Public details of published venues" })) {}
