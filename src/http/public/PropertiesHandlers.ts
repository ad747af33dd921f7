import { getPublicProperty, getPublicPropertyBySlug } from "../../domain/properties/getPublicProperty.ts"
import type { PropertySection } from "../../domain/properties/PublicProperty.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PublicApi } from "./PublicApi.ts"

const sectionsOf = (query: {
  readonly hydrate?: ReadonlyArray<PropertySection>
  readonly "hydrate[]"?: ReadonlyArray<PropertySection>
}) => new Set([...(query.hydrate ?? []), ...(query["hydrate[]"] ?? [])])

export const PropertiesHandlers = handlersOf(
  PublicApi,
  "properties"
)({
  getPublicPropertyBySlug: ({ params, query }) => getPublicPropertyBySlug(params.slug, sectionsOf(query)),
  getPublicProperty: ({ params, query }) => getPublicProperty(params.propertyId, sectionsOf(query))
})
