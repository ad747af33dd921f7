import { suggestPlaces } from "../../domain/places/suggestPlaces.ts"
import { hydrateProperties, listPropertyFilters } from "../../domain/properties/hydrateProperties.ts"
import { mapProperties } from "../../domain/properties/mapProperties.ts"
import { searchProperties } from "../../domain/properties/searchProperties.ts"
import { handlersOf } from "../surface/handlers.ts"
import { MemberApi } from "./MemberApi.ts"

export const PropertySearchHandlers = handlersOf(
  MemberApi,
  "propertySearch"
)({
  searchProperties: ({ payload }) => searchProperties(payload),
  hydrateProperties: ({ payload }) => hydrateProperties(payload),
  mapProperties: ({ payload }) => mapProperties(payload),
  suggestPlaces: ({ payload }) => suggestPlaces(payload),
  listPropertyFilters: () => listPropertyFilters()
})
