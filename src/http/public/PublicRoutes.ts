import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { LegacyReservationsHandlers } from "./LegacyReservationsHandlers.ts"
import { PropertiesHandlers } from "./PropertiesHandlers.ts"
import { PublicApi } from "./PublicApi.ts"

/** How the public surface serves its endpoints: none of them changes anything. */
export const publicServing = {}

export const PublicRoutes = endpointRoutes(PublicApi, [PropertiesHandlers, LegacyReservationsHandlers], publicServing)
