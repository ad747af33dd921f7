import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ArrivalsHandlers } from "./ArrivalsHandlers.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { ScopeHandlers } from "./ScopeHandlers.ts"

export const PartnerRoutes = HttpApiBuilder.layer(PartnerApi).pipe(Layer.provide([ArrivalsHandlers, ScopeHandlers]))
