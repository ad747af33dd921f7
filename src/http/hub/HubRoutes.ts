import { Layer } from "effect"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { HubApi } from "./HubApi.ts"
import { MessagingHandlers } from "./MessagingHandlers.ts"

export const HubRoutes = endpointRoutes(HubApi).pipe(Layer.provide([BrandsHandlers, MessagingHandlers]))
