import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { ArrivalsHandlers } from "./ArrivalsHandlers.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { partnerWrites } from "./partnerWrites.ts"
import { ScopeHandlers } from "./ScopeHandlers.ts"

/** How the Partner API serves its endpoints. */
export const partnerServing = {
  writes: () => partnerWrites
}

export const PartnerRoutes = endpointRoutes(PartnerApi, [ArrivalsHandlers, ScopeHandlers], partnerServing)
