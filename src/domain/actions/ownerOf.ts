import { Effect, Option } from "effect"
import { type Addressee, audienceCovers } from "../messaging/audienceCovers.ts"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead, organizationsManage } from "../operators/operatorPermissions.ts"
import { OwnerRefused } from "./ActionErrors.ts"
import type { ActionOwner } from "./ActionOwner.ts"
import { type OperatorCandidate, OwnerCandidates } from "./OwnerCandidates.ts"

/** Whether an operator may own an Action of that audience: they are active, may move it, and are in its team. */
export const mayOwn = (
  { permissions, status, teamIds }: Pick<OperatorCandidate, "permissions" | "status" | "teamIds">,
  addressee: Addressee
): boolean =>
  status === "active" &&
  permissions.includes(guestsRead) &&
  permissions.includes(organizationsManage) &&
  audienceCovers({ audienceWorkspace: true, audienceTeamIds: teamIds }, addressee)

/**
 * Who is named to own an Action of this audience. One who does not reach the workspace and the audience is refused, and
 * one who is unknown likewise (INT-014, DOMAIN 3.1 A7).
 */
export const ownerOf = Effect.fnUntraced(function* (
  { organizationId, workspace }: Reader,
  named: { readonly kind: "operator" | "integration"; readonly xid: string; readonly field: string },
  addressee: Addressee
) {
  const candidates = yield* OwnerCandidates
  if (named.kind === "operator") {
    const found = yield* candidates.findOperator(organizationId, named.xid)
    if (Option.isNone(found) || !mayOwn(found.value, addressee)) return yield* new OwnerRefused({ field: named.field })
    return { kind: "operator", id: found.value.id } satisfies ActionOwner
  }
  const found = yield* candidates.findIntegration(organizationId, workspace.id, named.xid)
  if (Option.isNone(found) || !audienceCovers(found.value, addressee)) {
    return yield* new OwnerRefused({ field: named.field })
  }
  return { kind: "integration", id: found.value.id } satisfies ActionOwner
})
