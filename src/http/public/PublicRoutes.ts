import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { LegacyReservationsHandlers } from "./LegacyReservationsHandlers.ts"
import { PropertiesHandlers } from "./PropertiesHandlers.ts"
import { PublicApi } from "./PublicApi.ts"

export const PublicRoutes = endpointRoutes(PublicApi, [PropertiesHandlers, LegacyReservationsHandlers], {})
