import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { ActionState } from "./Action.ts"
import { TransitionType } from "./ActionTransition.ts"

/**
 * The stored transition and its receipt (HUB-074). Omits the new version, which would be stale in a replay: callers
 * read the Action again (HUB-075, A-21).
 */
export const ActionResult = Schema.Struct({
  transition: Schema.Struct({
    actionId: Schema.String.annotateKey({ description: "The Action's id" }),
    type: TransitionType.annotateKey({ description: "The transition that was applied" }),
    fromState: ActionState.annotateKey({ description: "State before it" }),
    toState: ActionState.annotateKey({ description: "State after it" }),
    expectedVersion: Schema.Int.annotateKey({ description: "The version that the command expected" }),
    occurredAt: Instant.annotateKey({ description: "When it was applied" }),
    evidenceRecorded: Schema.Boolean.annotateKey({ description: "Whether evidence was stored with it" })
  }).annotateKey({
    description: "The transition as applied; it omits the new version, so read the Action again"
  }),
  receipt: Schema.Struct({
    id: Schema.String.annotateKey({ description: "Id of the receipt" }),
    idempotencyKey: Schema.String.annotateKey({ description: "The Idempotency-Key of the request" }),
    requestId: Schema.String.annotateKey({
      description: "The `X-Request-ID` of the original request; unchanged in a replay"
    }),
    recordedAt: Instant.annotateKey({ description: "When the receipt was stored" })
  }).annotateKey({ description: "Proof of the transition, the same in every replay" })
}).annotate({ identifier: "ActionResult" })
export type ActionResult = typeof ActionResult.Type
