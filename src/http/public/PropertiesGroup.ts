import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { PropertySection, PublicProperty } from "../../domain/properties/PublicProperty.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { publicFailure } from "./publicFailure.ts"
import { read } from "./verbs.ts"

const sections = Schema.optionalKey(QueryList(PropertySection))

/** Both ways of writing an array in a query are taken. */
const query = { hydrate: sections, "hydrate[]": sections }

const success = PublicProperty
const errors = [publicFailure(PropertyMissing)]

export class PropertiesGroup extends HttpApiGroup.make("properties")
  .add(
    read.get("getPublicPropertyBySlug", "/properties/by-slug/:slug", {
      params: { slug: PathText },
      query,
      success,
      errors,
      summary: "A property by slug",
      description: "As by id. Without `hydrate` its three sections are absent."
    }),
    read.get("getPublicProperty", "/properties/:propertyId", {
      params: { propertyId: PathText },
      query,
      success,
      errors,
      summary: "A property by id",
      description:
        "By internal number (one to ten digits) or by document id (anything else). Without `hydrate` its three " +
        "sections are absent; `hydrate` may be repeated, written `hydrate[]`, or hold values joined by commas."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Properties", description: "What anyone may see of a venue" })) {}
