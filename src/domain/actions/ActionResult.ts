import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { ActionState } from "./Action.ts"
import { TransitionType } from "./ActionTransition.ts"

/**
 * The stored transition and its receipt (HUB-074). Leaves out the new version, which would be stale in a replay:
 * callers read the Action again (HUB-075, A-21).
 */
export const ActionResult = Schema.Struct({
  transition: Schema.Struct({
    actionId: Schema.String,
    type: TransitionType,
    fromState: ActionState,
    toState: ActionState,
    expectedVersion: Schema.Int,
    occurredAt: Instant,
    evidenceRecorded: Schema.Boolean
  }),
  receipt: Schema.Struct({
    id: Schema.String,
    idempotencyKey: Schema.String,
    requestId: Schema.String,
    recordedAt: Instant
  })
}).annotate({ identifier: "ActionResult" })
export type ActionResult = typeof ActionResult.Type
