import { assistantScopes } from "../domain/assistants/assistantScopes.ts"
import { partnerScopes } from "../domain/access/partnerScopes.ts"
import { assistantClientIds } from "./demoAssistants.ts"
import { memberSubject } from "./demoMembers.ts"
import { type OperatorName, operatorSubject } from "./demoOperators.ts"
import { identityOrganizationId, type OrganizationName } from "./demoOrganizations.ts"

/** The claims of a member token. */
export interface MemberTokenFact {
  readonly subject: string
  readonly emailVerified: boolean
}

/** The claims of an operator access token; `organization` is the identity provider's id. */
export interface OperatorTokenFact {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly organization: string | undefined
}

/** The claims of an assistant token, except the resource. */
export interface AssistantTokenFact {
  readonly subject: string
  readonly clientId: string
  readonly scopes: ReadonlyArray<string>
  readonly organization: string
}

const member = (name: "M1" | "M2" | "M9"): MemberTokenFact => ({ subject: memberSubject(name), emailVerified: true })

export const memberTokens = { T1: member("M1"), T2: member("M2"), T9: member("M9") }

/** Permissions of an operator of A: all except personal data and administration (PAR-093). */
const everyday = partnerScopes.filter((scope) => !scope.endsWith(":pii:read") && !scope.endsWith(":manage"))

/** The token with which an operator signs in to the operator routes; their permissions there are stored. */
const signInToken = (name: OperatorName, organization: OrganizationName): OperatorTokenFact => ({
  subject: operatorSubject(name),
  permissions: [],
  organization: identityOrganizationId(organization)
})

export const operatorTokens = {
  OT_A: { subject: operatorSubject("a"), permissions: everyday, organization: identityOrganizationId("A") },
  OT_v1: { subject: operatorSubject("v1"), permissions: everyday, organization: identityOrganizationId("A") },
  OT_v12: { subject: operatorSubject("v12"), permissions: everyday, organization: identityOrganizationId("A") },
  OT_noorg: { subject: operatorSubject("noorg"), permissions: partnerScopes, organization: undefined },
  S_read: signInToken("read", "A"),
  S_manage: signInToken("manage", "A"),
  S_manage2: signInToken("manage2", "A"),
  S_team: signInToken("team", "A"),
  S_manage_only: signInToken("manage_only", "A"),
  S_none: signInToken("none", "A"),
  S_manage_B: signInToken("manage_b", "B"),
  S_no_workspace: signInToken("no_workspace", "D"),
  OT_staff: { subject: operatorSubject("staff"), permissions: partnerScopes, organization: undefined }
} as const satisfies Readonly<Record<string, OperatorTokenFact>>

const assistant = (...scopes: ReadonlyArray<string>): AssistantTokenFact => ({
  subject: operatorSubject("manage"),
  clientId: assistantClientIds.allowed,
  scopes,
  organization: identityOrganizationId("A")
})

/**
 * Tokens of an operator of A who may read and manage, for a read-only assistant and for one that also writes (INT-027).
 */
export const assistantTokens = {
  AT_read: assistant(...assistantScopes.slice(0, 1)),
  AT_write: assistant(...assistantScopes)
}
