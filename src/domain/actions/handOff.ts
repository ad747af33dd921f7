import { Effect } from "effect"
import { noteAssignment } from "../collaboration/noteAssignment.ts"
import type { Reader } from "../messaging/Reader.ts"
import { addresseeOf } from "./createAction.ts"
import { type ActionActor, type ActionMoveRequest, moveAction } from "./moveAction.ts"
import { ownerOf } from "./ownerOf.ts"

/** To whom an Action is handed, by external id. */
export type HandOffTarget =
  | { readonly kind: "operator" | "integration" | "team"; readonly id: string }
  | { readonly kind: "nobody" }

/**
 * Hands an Action to an operator or an integration who reaches its workspace and audience, releases it to a team of the
 * caller's, or to nobody (DOMAIN 3.1, A7 and A8). An operator who gets one finds it among what waits for them.
 */
export const handOff = Effect.fnUntraced(function* (
  reader: Reader,
  actor: ActionActor,
  request: Omit<ActionMoveRequest, "type">,
  to: HandOffTarget
) {
  const type = to.kind === "nobody" ? ("release" as const) : ("hand_off" as const)
  return yield* moveAction(reader, actor, { ...request, type }, (action) =>
    Effect.gen(function* () {
      switch (to.kind) {
        case "nobody":
          return { toState: "unowned", owner: null, event: "action.released" } as const
        case "team": {
          const audience = yield* addresseeOf(reader, { kind: "team", teamId: to.id }, "to.id")
          return { toState: "unowned", owner: null, audience, event: "action.handed_off" } as const
        }
        default: {
          const owner = yield* ownerOf(reader, { kind: to.kind, xid: to.id, field: "to.id" }, action)
          yield* noteAssignment(reader, actor.owner, owner, request.id)
          return { toState: "owned", owner, event: "action.handed_off" } as const
        }
      }
    })
  )
})
