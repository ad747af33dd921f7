import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PropertyMissing } from "../../domain/properties/PropertyErrors.ts"
import { PropertySection, PublicProperty } from "../../domain/properties/PublicProperty.ts"
import { answersConditionally } from "../surface/conditional.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { propertyCaching } from "./propertyCaching.ts"
import { PublicAccess } from "./PublicAccess.ts"
import { publicFailure } from "./publicFailure.ts"

const sections = Schema.optionalKey(QueryList(PropertySection))

/** Both ways of writing an array in a query are taken. */
const query = { hydrate: sections, "hydrate[]": sections }

const success = PublicProperty
const error = publicFailure(PropertyMissing)

export class PropertiesGroup extends HttpApiGroup.make("properties")
  .add(
    HttpApiEndpoint.get("getPublicPropertyBySlug", "/properties/by-slug/:slug", {
      params: { slug: PathText },
      query,
      success,
      error
    })
      .annotateMerge(answersConditionally(propertyCaching))
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getPublicPropertyBySlug",
          summary: "A property by slug",
          description: "As by id. Without `hydrate` its three sections are absent."
        })
      ),
    HttpApiEndpoint.get("getPublicProperty", "/properties/:propertyId", {
      params: { propertyId: PathText },
      query,
      success,
      error
    })
      .annotateMerge(answersConditionally(propertyCaching))
      .annotateMerge(
        OpenApi.annotations({
          identifier: "getPublicProperty",
          summary: "A property by id",
          description:
            "By internal number (one to ten digits) or by document id (anything else). Without `hydrate` its three " +
            "sections are absent; `hydrate` may be repeated, written `hydrate[]`, or hold values joined by commas."
        })
      )
  )
  .middleware(PublicAccess)
  .annotateMerge(OpenApi.annotations({ title: "Properties", description: "What anyone may see of a venue" })) {}
