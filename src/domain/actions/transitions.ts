import type { EventKind } from "../messaging/MessagingEvent.ts"
import type { ActionState } from "./Action.ts"
import type { TransitionType } from "./ActionTransition.ts"

interface TransitionFact {
  readonly permission: string
  readonly to: ActionState
  readonly event: EventKind
}

/**
 * The permission that an integration needs for each command, and the command's effects. The words differ between
 * columns, so none is derived from another.
 */
export const transitions = {
  claim: { permission: "hub:api:actions:claim", to: "owned", event: "action.claimed" },
  finish: { permission: "hub:api:actions:complete", to: "finished", event: "action.finished" },
  cancel_action: { permission: "hub:api:actions:cancel", to: "cancelled", event: "action.cancelled" }
} as const satisfies Readonly<Record<TransitionType, TransitionFact>>
