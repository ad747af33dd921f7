import type { HttpApiEndpoint } from "effect/http-api"
import { requirePermissions } from "../../domain/access/requirePermissions.ts"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { permissionsAhead } from "../surface/permission.ts"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { HubApi } from "./HubApi.ts"
import { hubWrites } from "./hubWrites.ts"
import { MessagingHandlers } from "./MessagingHandlers.ts"

/** How the hub runs its endpoints. Permissions are checked after the request has been decoded (REQUIREMENTS 0.3). */
export const hubServing = {
  writes: () => hubWrites,
  admit: (endpoint: HttpApiEndpoint.Top) => requirePermissions(permissionsAhead(endpoint))
}

export const HubRoutes = endpointRoutes(HubApi, [BrandsHandlers, MessagingHandlers], hubServing)
