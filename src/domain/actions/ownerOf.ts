import { Effect, Option } from "effect"
import { type Addressee, audienceCovers } from "../messaging/audienceCovers.ts"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead, organizationsManage } from "../operators/operatorPermissions.ts"
import { OwnerRefused } from "./ActionErrors.ts"
import type { ActionOwner } from "./ActionOwner.ts"
import { type OperatorCandidate, OwnerCandidates } from "./OwnerCandidates.ts"

/**
 * Whether an operator may own an Action with this audience: they are active, hold the permissions, and are in its team.
 */
export const mayOwn = (
  { permissions, status, teamIds }: Pick<OperatorCandidate, "permissions" | "status" | "teamIds">,
  addressee: Addressee
): boolean =>
  status === "active" &&
  permissions.includes(guestsRead) &&
  permissions.includes(organizationsManage) &&
  audienceCovers({ audienceWorkspace: true, audienceTeamIds: teamIds }, addressee)

/** A possible owner of Actions, and the audiences whose Actions they may own. */
export interface OwnerCandidate {
  readonly owner: ActionOwner
  readonly owns: (addressee: Addressee) => boolean
}

/**
 * The designated owner of an Action, locked until the transaction ends; undefined if unknown, or an integration without
 * an active grant. Call it before locking the Action: revoking someone's eligibility locks them first and their Actions
 * second (DOMAIN 3.1, A11).
 */
export const candidateOf = Effect.fnUntraced(function* (
  { organizationId, workspace }: Reader,
  designated: Reader["owner"]
) {
  const candidates = yield* OwnerCandidates
  if (designated.kind === "operator") {
    const [operator] = yield* candidates.listOperators(organizationId, [designated.xid])
    return operator === undefined
      ? undefined
      : ({
          owner: { kind: "operator", id: operator.id },
          owns: (addressee) => mayOwn(operator, addressee)
        } satisfies OwnerCandidate)
  }
  const integration = Option.getOrUndefined(
    yield* candidates.findIntegration(organizationId, workspace.id, designated.xid)
  )
  return integration === undefined
    ? undefined
    : ({
        owner: { kind: "integration", id: integration.id },
        owns: (addressee) => audienceCovers(integration, addressee)
      } satisfies OwnerCandidate)
})

/**
 * The candidate as the owner of an Action with this audience; `OwnerRefused` if they are unknown or lack access to the
 * workspace or the audience (INT-014, DOMAIN 3.1 A7).
 */
export const ownerOf = (
  candidate: OwnerCandidate | undefined,
  addressee: Addressee,
  field: string
): Effect.Effect<ActionOwner, OwnerRefused> =>
  candidate !== undefined && candidate.owns(addressee)
    ? Effect.succeed(candidate.owner)
    : Effect.fail(new OwnerRefused({ field }))
