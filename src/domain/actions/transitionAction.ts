import { Effect } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { GrantInactive } from "../messaging/MessagingErrors.ts"
import type { Reader } from "../messaging/Reader.ts"
import { ActionMissing } from "./ActionErrors.ts"
import type { ActionCommand } from "./ActionCommand.ts"
import type { ActionResult } from "./ActionResult.ts"
import { type ActionActor, type MoveOutcome, moveAction } from "./moveAction.ts"
import { candidateOf } from "./ownerOf.ts"
import { transitions } from "./transitions.ts"

export interface TransitionRequest {
  readonly idempotencyKey: string
  readonly requestId: string
  readonly command: ActionCommand
}

/**
 * The idempotency fingerprint of a command: the scope and the decoded body, independent of JSON formatting (HUB-071).
 */
export const commandFingerprint = (
  scope: string,
  { evidence = null, expectedVersion, id, type }: ActionCommand
): string => JSON.stringify([scope, type, id, expectedVersion, evidence])

/**
 * Claims, finishes or cancels an Action for the calling integration, in the caller's transaction (HUB-052 to HUB-077).
 */
export const transitionAction = Effect.fnUntraced(function* (reader: Reader, request: TransitionRequest) {
  const { command, idempotencyKey, requestId } = request
  const { evidence = null, expectedVersion, id, type } = command
  const { integration } = yield* HubCaller
  const actor: ActionActor = {
    kind: "integration",
    xid: integration.xid,
    owner: { kind: "integration", id: integration.id }
  }
  const { event, to: toState } = transitions[type]
  const move = { type, id, expectedVersion, evidence, note: null, idempotencyKey, requestId }
  const { receipt, transition } = yield* moveAction(
    reader,
    actor,
    move,
    (action, candidate): Effect.Effect<MoveOutcome, GrantInactive | ActionMissing> => {
      if (type === "claim") {
        if (candidate === undefined) return Effect.fail(new GrantInactive({ reason: "grant_deactivated" }))
        if (!candidate.owns(action)) return Effect.fail(new ActionMissing())
      }
      return Effect.succeed({ toState, owner: actor.owner, event })
    },
    // The grant was checked outside this transaction and may have ended since (DOMAIN 3.1, A11).
    type === "claim" ? candidateOf(reader, { kind: "integration", xid: integration.xid }) : Effect.succeed(undefined)
  )
  const { actionId, ...rest } = transition
  return { transition: { actionId, type, ...rest }, receipt } satisfies ActionResult
})
