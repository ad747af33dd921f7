import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { LegacyReservationsHandlers } from "./LegacyReservationsHandlers.ts"
import { PropertiesHandlers } from "./PropertiesHandlers.ts"
import { PublicApi } from "./PublicApi.ts"

/** How the public surface runs its endpoints; it has no writes. */
export const publicServing = {}

export const PublicRoutes = endpointRoutes(PublicApi, [PropertiesHandlers, LegacyReservationsHandlers], publicServing)
