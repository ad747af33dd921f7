import { requirePermissions } from "../../domain/access/requirePermissions.ts"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { permissionsOf } from "../surface/permission.ts"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { HubApi } from "./HubApi.ts"
import { hubWrites } from "./hubWrites.ts"
import { MessagingHandlers } from "./MessagingHandlers.ts"

/** Permissions are judged after the syntax of a request (REQUIREMENTS 0.3). */
export const HubRoutes = endpointRoutes(HubApi, [BrandsHandlers, MessagingHandlers], {
  writes: () => hubWrites,
  admit: (endpoint) => requirePermissions(permissionsOf(endpoint))
})
