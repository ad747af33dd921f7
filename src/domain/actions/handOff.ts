import { Effect } from "effect"
import { noteAssignment } from "../collaboration/noteAssignment.ts"
import type { Reader } from "../messaging/Reader.ts"
import type { LockedAction } from "./Actions.ts"
import { addresseeOf } from "./createAction.ts"
import { type ActionActor, type ActionMoveRequest, type MoveOutcome, moveAction } from "./moveAction.ts"
import { candidateOf, type OwnerCandidate, ownerOf } from "./ownerOf.ts"

/** The recipient of a hand-off, by external id. */
export type HandOffTarget =
  | { readonly kind: "operator" | "integration" | "team"; readonly id: string }
  | { readonly kind: "nobody" }

type HandOffRequest = Omit<ActionMoveRequest, "type">

/** The audience of the team if the caller is in it; a missing team is noticed before the Action's state (REQUIREMENTS 0.3). */
const audienceOf = (reader: Reader, to: HandOffTarget) =>
  to.kind === "team" ? addresseeOf(reader, { kind: "team", teamId: to.id }, "to.id") : Effect.succeed(undefined)

const candidateFor = (reader: Reader, to: HandOffTarget) =>
  to.kind === "operator" || to.kind === "integration"
    ? candidateOf(reader, { kind: to.kind, xid: to.id })
    : Effect.succeed(undefined)

/**
 * Hands an Action to an operator or an integration with access to its workspace and audience, or releases it, to a team
 * of the caller's or to nobody (DOMAIN 3.1, A7 and A8). An operator who receives one gets an attention item.
 */
export const handOff = Effect.fnUntraced(function* (
  reader: Reader,
  actor: ActionActor,
  request: HandOffRequest,
  to: HandOffTarget
) {
  const audience = yield* audienceOf(reader, to)
  const outcomeOf = (action: LockedAction, candidate: OwnerCandidate | undefined) => {
    switch (to.kind) {
      case "nobody":
        return Effect.succeed<MoveOutcome>({ toState: "unowned", owner: null, event: "action.released" })
      case "team":
        return Effect.succeed<MoveOutcome>({
          toState: "unowned",
          owner: null,
          ...(audience === undefined ? undefined : { audience }),
          event: "action.handed_off"
        })
      default:
        return ownerOf(candidate, action, "to.id").pipe(
          Effect.tap((owner) => noteAssignment(reader, actor.owner, owner, request.id)),
          Effect.map((owner): MoveOutcome => ({ toState: "owned", owner, event: "action.handed_off" }))
        )
    }
  }
  const type = to.kind === "nobody" ? ("release" as const) : ("hand_off" as const)
  return yield* moveAction(reader, actor, { ...request, type }, outcomeOf, candidateFor(reader, to))
})
