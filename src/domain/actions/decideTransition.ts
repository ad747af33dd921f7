import { Result } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import type { ActionCommand } from "./ActionCommand.ts"
import { ActionAlreadyOwned, ActionClosed, ActionNotOwned, VersionConflict } from "./ActionErrors.ts"
import type { LockedAction } from "./Actions.ts"
import { transitions } from "./transitions.ts"

/**
 * The status after the command by `integrationId`, or the failure (DOMAIN 3.1, HUB-065 to HUB-068). Ownership is
 * checked before the version: a stale claim of a taken Action reports that it is taken.
 */
export const decideTransition = (
  { expectedVersion, type }: Pick<ActionCommand, "type" | "expectedVersion">,
  action: Pick<LockedAction, "state" | "version" | "ownerIntegrationId">,
  integrationId: IntegrationId
): Result.Result<
  (typeof transitions)[ActionCommand["type"]]["to"],
  ActionClosed | ActionAlreadyOwned | ActionNotOwned | VersionConflict
> => {
  if (action.state === "finished" || action.state === "cancelled") return Result.fail(new ActionClosed())
  if (type === "claim" && action.state === "owned") return Result.fail(new ActionAlreadyOwned())
  if (type !== "claim" && action.ownerIntegrationId !== integrationId) return Result.fail(new ActionNotOwned())
  if (action.version !== expectedVersion) return Result.fail(new VersionConflict())
  return Result.succeed(transitions[type].to)
}
