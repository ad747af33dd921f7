import { Effect, Option } from "effect"
import type { AssistantTokenClaims } from "../access/AccessTokenClaims.ts"
import { missingPermission } from "../access/requirePermissions.ts"
import { OperatorCaller, type OperatorCallerShape } from "../operators/OperatorCaller.ts"
import { guestsRead } from "../operators/operatorPermissions.ts"
import { Operators } from "../operators/Operators.ts"
import { openWorkspace } from "../operators/openWorkspace.ts"
import { Organizations } from "../organizations/Organizations.ts"
import type { AssistantCallerShape } from "./AssistantCaller.ts"
import { AssistantOperatorRefused, AssistantOrganizationRefused } from "./AssistantErrors.ts"

/** An assistant host with the operator it acts for and the place of the request. */
export interface PlacedAssistant {
  readonly assistant: AssistantCallerShape
  readonly caller: OperatorCallerShape
}

/**
 * Resolves the operator identified by the token's subject, in the organization and workspace of the URL. The
 * organization must be both the token's and the operator's own (A-44, INT-023, INT-024). Permissions and membership are
 * read on each request (INT-031).
 */
export const placeAssistant = Effect.fnUntraced(function* (
  { claims, provider }: { readonly claims: AssistantTokenClaims; readonly provider: string },
  address: { readonly organizationId: string; readonly scopeId: string }
) {
  const [claimed, found] = yield* Effect.all(
    [
      Organizations.use((organizations) => organizations.findByIdentity(provider, claims.orgId)),
      Operators.use((operators) => operators.find(claims.subject))
    ],
    { concurrency: "unbounded" }
  )
  const organization = Option.getOrUndefined(claimed)
  if (organization?.status !== "active" || organization.xid !== address.organizationId) {
    return yield* new AssistantOrganizationRefused()
  }
  const operator = Option.getOrUndefined(found)
  if (operator?.status !== "active" || operator.organizationId !== organization.id) {
    return yield* new AssistantOperatorRefused()
  }
  const permissions = new Set(operator.permissions)
  const missing = missingPermission(permissions, [guestsRead])
  if (missing !== undefined) return yield* missing
  const caller: OperatorCallerShape = {
    kind: "assistant",
    operator: { id: operator.id, xid: operator.identitySubject, name: operator.name },
    organization: { id: organization.id, xid: organization.xid },
    permissions
  }
  yield* Effect.provideService(openWorkspace(address.scopeId), OperatorCaller, caller)
  return {
    caller,
    assistant: { ...address, clientId: claims.clientId, scopes: new Set(claims.scopes) }
  } satisfies PlacedAssistant
})
