import { Layer } from "effect"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { ArrivalsHandlers } from "./ArrivalsHandlers.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { ScopeHandlers } from "./ScopeHandlers.ts"

export const PartnerRoutes = endpointRoutes(PartnerApi).pipe(Layer.provide([ArrivalsHandlers, ScopeHandlers]))
