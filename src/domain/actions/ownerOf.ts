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

/** Somebody who may own Actions: as what, and of which audiences. */
export interface OwnerCandidate {
  readonly owner: ActionOwner
  readonly owns: (addressee: Addressee) => boolean
}

/**
 * Who is named to own an Action, held until the transaction ends; undefined for somebody unknown, or an integration
 * without an active grant. Ask it before an Action is locked: whoever ends what makes somebody eligible locks them
 * first, and their Actions then (DOMAIN 3.1, A11).
 */
export const candidateOf = Effect.fnUntraced(function* ({ organizationId, workspace }: Reader, named: Reader["owner"]) {
  const candidates = yield* OwnerCandidates
  if (named.kind === "operator") {
    const found = Option.getOrUndefined(yield* candidates.findOperator(organizationId, named.xid))
    return found === undefined
      ? undefined
      : ({
          owner: { kind: "operator", id: found.id },
          owns: (addressee) => mayOwn(found, addressee)
        } satisfies OwnerCandidate)
  }
  const found = Option.getOrUndefined(yield* candidates.findIntegration(organizationId, workspace.id, named.xid))
  return found === undefined
    ? undefined
    : ({
        owner: { kind: "integration", id: found.id },
        owns: (addressee) => audienceCovers(found, addressee)
      } satisfies OwnerCandidate)
})

/**
 * The candidate as the owner of an Action of this audience. One who does not reach the workspace and the audience is
 * refused, and one who is unknown likewise (INT-014, DOMAIN 3.1 A7).
 */
export const ownerOf = (
  candidate: OwnerCandidate | undefined,
  addressee: Addressee,
  field: string
): Effect.Effect<ActionOwner, OwnerRefused> =>
  candidate !== undefined && candidate.owns(addressee)
    ? Effect.succeed(candidate.owner)
    : Effect.fail(new OwnerRefused({ field }))
