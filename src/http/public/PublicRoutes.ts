import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LegacyReservationsHandlers } from "./LegacyReservationsHandlers.ts"
import { PropertiesHandlers } from "./PropertiesHandlers.ts"
import { PublicApi } from "./PublicApi.ts"

export const PublicRoutes = HttpApiBuilder.layer(PublicApi).pipe(
  Layer.provide([PropertiesHandlers, LegacyReservationsHandlers])
)
