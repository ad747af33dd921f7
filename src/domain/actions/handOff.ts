import { Effect } from "effect"
import { noteAssignment } from "../collaboration/noteAssignment.ts"
import type { Addressee } from "../messaging/audienceCovers.ts"
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

const outcomeOf = Effect.fnUntraced(function* (
  reader: Reader,
  actor: ActionActor,
  request: HandOffRequest,
  to: HandOffTarget,
  team: Addressee | undefined,
  { action, candidate }: { readonly action: LockedAction; readonly candidate: OwnerCandidate | undefined }
) {
  switch (to.kind) {
    case "nobody":
      return { toState: "unowned", owner: null, event: "action.released" } satisfies MoveOutcome
    case "team":
      return {
        toState: "unowned",
        owner: null,
        ...(team === undefined ? undefined : { audience: team }),
        event: "action.handed_off"
      } satisfies MoveOutcome
    default: {
      const owner = yield* ownerOf(candidate, action, "to.id")
      yield* noteAssignment(reader, actor.owner, owner, request.id)
      return { toState: "owned", owner, event: "action.handed_off" } satisfies MoveOutcome
    }
  }
})

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
  const type = to.kind === "nobody" ? ("release" as const) : ("hand_off" as const)
  const candidate =
    to.kind === "operator" || to.kind === "integration"
      ? candidateOf(reader, { kind: to.kind, xid: to.id })
      : Effect.succeed(undefined)
  // A team that does not exist for the caller is missing, which is checked before the Action's state (REQUIREMENTS
  // 0.3).
  const team = to.kind === "team" ? yield* addresseeOf(reader, { kind: "team", teamId: to.id }, "to.id") : undefined
  return yield* moveAction(
    reader,
    actor,
    { ...request, type },
    (action, candidate) => outcomeOf(reader, actor, request, to, team, { action, candidate }),
    candidate
  )
})
