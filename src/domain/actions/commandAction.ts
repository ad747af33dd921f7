import { Effect } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { type ActionDraft, type CommandFacts, createAction } from "./createAction.ts"
import { type HandOffTarget, handOff } from "./handOff.ts"
import { ActionMissing } from "./ActionErrors.ts"
import { type ActionActor, moveAction } from "./moveAction.ts"
import type { OperatorActionResult } from "./OperatorActionResult.ts"
import { visibleAction } from "./readActions.ts"
import { candidateOf } from "./ownerOf.ts"
import { transitions } from "./transitions.ts"

/** An operator's command on Actions; ids are external (INT-014). */
export type OperatorCommand =
  | { readonly type: "create_action"; readonly draft: ActionDraft }
  | {
      readonly type: "claim" | "finish" | "cancel_action"
      readonly id: string
      readonly expectedVersion: number
      readonly evidence: string | null
      readonly note: string | null
    }
  | {
      readonly type: "hand_off"
      readonly id: string
      readonly expectedVersion: number
      readonly to: HandOffTarget
      readonly note: string | null
    }

/** The calling operator as the actor of a move; an assistant acts as its operator. */
const actingOperator = Effect.map(
  OperatorCaller,
  ({ kind, operator }): ActionActor => ({
    kind,
    xid: operator.xid,
    owner: { kind: "operator", id: operator.id }
  })
)

const run = Effect.fnUntraced(function* (reader: Reader, command: OperatorCommand, facts: CommandFacts) {
  const actor = yield* actingOperator
  if (command.type === "create_action") return yield* createAction(reader, actor, command.draft, facts)
  const { expectedVersion, id, note } = command
  if (command.type === "hand_off") {
    return yield* handOff(reader, actor, { ...facts, id, expectedVersion, note, evidence: null }, command.to)
  }
  const { event, to: toState } = transitions[command.type]
  const isClaim = command.type === "claim"
  return yield* moveAction(
    reader,
    actor,
    { ...facts, ...command },
    (action, candidate) =>
      isClaim && candidate?.owns(action) !== true
        ? Effect.fail(new ActionMissing())
        : // Cancelling an unowned Action leaves it unowned.
          Effect.succeed({
            toState,
            owner: action.state === "unowned" && toState === "cancelled" ? null : actor.owner,
            event
          }),
    // The operator may have lost a permission or left the team since authentication (DOMAIN 3.1, A11).
    isClaim ? candidateOf(reader, reader.owner) : Effect.succeed(undefined)
  )
})

/**
 * Creates, claims, finishes, cancels or hands off an Action for the calling operator, in the caller's transaction
 * (INT-014, INT-034). Returns the receipt and the resulting Action. An Action handed to a team stays visible to the
 * operator, who must be in that team.
 */
export const commandAction = Effect.fnUntraced(function* (
  reader: Reader,
  command: OperatorCommand,
  facts: CommandFacts
) {
  const { receipt, transition } = yield* run(reader, command, facts)
  const { actionId, ...rest } = transition
  return {
    transition: { actionId, type: command.type, ...rest },
    receipt,
    action: yield* visibleAction(reader, actionId)
  } satisfies OperatorActionResult
})
