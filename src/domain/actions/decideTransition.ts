import { Result } from "effect"
import { ActionAlreadyOwned, ActionClosed, ActionNotOwned, VersionConflict } from "./ActionErrors.ts"
import { type ActionOwner, isOwnedBy } from "./ActionOwner.ts"
import type { LockedAction } from "./Actions.ts"
import type { MoveType } from "./ActionTransition.ts"

/** A requested move. `release` is a hand-off to nobody. */
export interface MoveRequest {
  readonly type: Exclude<MoveType, "create_action">
  readonly expectedVersion: number
}

type Refusal = ActionClosed | ActionAlreadyOwned | ActionNotOwned | VersionConflict

const refusalOf = (
  type: MoveRequest["type"],
  action: Pick<LockedAction, "state" | "ownerKind" | "ownerIntegrationId" | "ownerOperatorId">,
  mover: ActionOwner
): Refusal | undefined => {
  if (action.state === "finished" || action.state === "cancelled") return new ActionClosed()
  const isUnowned = action.state === "unowned"
  switch (type) {
    case "claim":
      return isUnowned ? undefined : new ActionAlreadyOwned()
    case "finish":
      return isOwnedBy(mover, action) ? undefined : new ActionNotOwned()
    case "cancel_action":
      return isOwnedBy(mover, action) || (isUnowned && mover.kind === "operator") ? undefined : new ActionNotOwned()
    case "release":
      return isUnowned ? new ActionNotOwned({ move: "release" }) : undefined
    case "hand_off":
      return undefined
  }
}

/**
 * Whether `mover` may make the move, or why not (DOMAIN 3.1, HUB-065 to HUB-068, INT-014). Ownership is checked before
 * the version: a stale claim of an owned Action fails with `ActionAlreadyOwned`. Hand-offs are open to any mover here,
 * since integrations have no command for them.
 */
export const decideTransition = (
  { expectedVersion, type }: MoveRequest,
  action: Pick<LockedAction, "state" | "version" | "ownerKind" | "ownerIntegrationId" | "ownerOperatorId">,
  mover: ActionOwner
): Result.Result<void, Refusal> => {
  const refusal = refusalOf(type, action, mover)
  if (refusal !== undefined) return Result.fail(refusal)
  return action.version === expectedVersion ? Result.void : Result.fail(new VersionConflict())
}
