import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"
import { ActionState } from "./Action.ts"
import { ActionRecord } from "./ActionRecord.ts"
import { ActionResult } from "./ActionResult.ts"

/** The move that an operator's command made, its receipt, and the resulting Action (INT-014). */
export const OperatorActionResult = Schema.Struct({
  transition: Schema.Struct({
    actionId: Schema.String.annotateKey({ description: "The Action's id" }),
    type: Schema.Literals(["create_action", "claim", "finish", "cancel_action", "hand_off"]).annotateKey({
      description: "The command"
    }),
    fromState: Schema.NullOr(ActionState).annotateKey({ description: "State before it; null for a new Action" }),
    toState: ActionState.annotateKey({ description: "State after it" }),
    expectedVersion: Schema.NullOr(Schema.Int).annotateKey({
      description: "The version that the command expected; null for a new Action"
    }),
    occurredAt: Instant.annotateKey({ description: "When it was applied" }),
    evidenceRecorded: Schema.Boolean.annotateKey({ description: "Whether evidence was stored with it" })
  }).annotateKey({ description: "The move as applied" }),
  receipt: ActionResult.fields.receipt,
  action: ActionRecord.annotateKey({ description: "The Action after the move; a replay returns it as it was then" })
}).annotate({ identifier: "OperatorActionResult" })
export type OperatorActionResult = typeof OperatorActionResult.Type
