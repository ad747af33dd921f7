import { Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Authority } from "../../domain/access/Authority.ts"
import { type PermissionMissing, requirePermissions } from "../../domain/access/requirePermissions.ts"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { permissionsAhead } from "../surface/permission.ts"
import { CollaborationHandlers } from "./CollaborationHandlers.ts"
import { ChatLinksHandlers } from "./ChatLinksHandlers.ts"
import { MessagingHandlers } from "./MessagingHandlers.ts"
import { OperatorApi } from "./OperatorApi.ts"
import { type OperatorWrites, operatorWrites, signInWrites, signOutWrites } from "./operatorWrites.ts"
import { SessionHandlers } from "./SessionHandlers.ts"
import { SettingsHandlers } from "./SettingsHandlers.ts"
import { signsIn } from "./SignInAccess.ts"

/**
 * How the operator surface runs its endpoints. Permissions are checked after the request has been decoded (REQUIREMENTS
 * 0.3).
 */
export const operatorServing = {
  writes: (endpoint: HttpApiEndpoint.Top): OperatorWrites => {
    if (signsIn(endpoint)) return signInWrites
    return endpoint.headers === undefined ? signOutWrites : operatorWrites
  },
  admit: (endpoint: HttpApiEndpoint.Top): Effect.Effect<void, PermissionMissing, Authority> => {
    const permissions = permissionsAhead(endpoint)
    return permissions.length === 0 ? Effect.void : requirePermissions(permissions)
  }
}

export const OperatorRoutes = endpointRoutes(
  OperatorApi,
  [MessagingHandlers, CollaborationHandlers, SettingsHandlers, ChatLinksHandlers, SessionHandlers],
  operatorServing
)
