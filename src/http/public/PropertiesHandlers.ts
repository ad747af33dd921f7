import { HttpApiBuilder } from "effect/http-api"
import { getPublicProperty, getPublicPropertyBySlug } from "../../domain/properties/getPublicProperty.ts"
import type { PropertySection } from "../../domain/properties/PublicProperty.ts"
import { PublicApi } from "./PublicApi.ts"

const sectionsOf = (query: {
  readonly hydrate?: ReadonlyArray<PropertySection>
  readonly "hydrate[]"?: ReadonlyArray<PropertySection>
}) => new Set([...(query.hydrate ?? []), ...(query["hydrate[]"] ?? [])])

export const PropertiesHandlers = HttpApiBuilder.group(PublicApi, "properties", (handlers) =>
  handlers.handleAll({
    getPublicPropertyBySlug: ({ params, query }) => getPublicPropertyBySlug(params.slug, sectionsOf(query)),
    getPublicProperty: ({ params, query }) => getPublicProperty(params.propertyId, sectionsOf(query))
  })
)
