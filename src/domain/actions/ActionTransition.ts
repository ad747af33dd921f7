import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { ActionId, ActionState } from "./Action.ts"

export const TransitionType = Schema.Literals(["claim", "finish", "cancel_action"])
export type TransitionType = typeof TransitionType.Type

/** A stored transition of an Action, one to one with its receipt; never changed (DOMAIN 3). */
export const ActionTransition = Schema.Struct({
  actionId: ActionId,
  type: TransitionType,
  fromState: ActionState,
  toState: ActionState,
  actorKind: Schema.Literals(["integration", "operator", "assistant", "system"]),
  actorId: Schema.NonEmptyString,
  expectedVersion: Schema.Int,
  resultingVersion: Schema.Int,
  evidence: Schema.NullOr(Schema.String),
  receiptXid: Schema.NonEmptyString,
  requestId: Schema.NonEmptyString,
  occurredAt: Schema.DateTimeUtc
})
export type ActionTransition = typeof ActionTransition.Type

/** A transition with its row id. */
export const ActionTransitionRow = Schema.Struct({ id: RowId, ...ActionTransition.fields })
