import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { HubApi } from "./HubApi.ts"
import { MessagingHandlers } from "./MessagingHandlers.ts"

export const HubRoutes = HttpApiBuilder.layer(HubApi).pipe(Layer.provide([BrandsHandlers, MessagingHandlers]))
