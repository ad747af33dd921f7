import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { ArrivalsHandlers } from "./ArrivalsHandlers.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { partnerWrites } from "./partnerWrites.ts"
import { ScopeHandlers } from "./ScopeHandlers.ts"

export const PartnerRoutes = endpointRoutes(PartnerApi, [ArrivalsHandlers, ScopeHandlers], {
  writes: () => partnerWrites
})
