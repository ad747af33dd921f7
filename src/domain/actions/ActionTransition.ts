import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { ActionId, ActionState } from "./Action.ts"

/** The transitions open to integrations as well as operators (DOMAIN 3.1, A2 to A6, A9). */
export const TransitionType = Schema.Literals(["claim", "finish", "cancel_action"])
export type TransitionType = typeof TransitionType.Type

/** Every kind of change of an Action that is recorded (DOMAIN 3.1). */
export const MoveType = Schema.Literals([...TransitionType.literals, "create_action", "hand_off", "release"])
export type MoveType = typeof MoveType.Type

/**
 * A stored move of an Action, one to one with its receipt; append-only (DOMAIN 3). A creation has neither `fromState`
 * nor `expectedVersion`. `note` is the reason for a cancellation or accompanies a hand-off.
 */
export const ActionTransition = Schema.Struct({
  actionId: ActionId,
  type: MoveType,
  fromState: Schema.NullOr(ActionState),
  toState: ActionState,
  actorKind: Schema.Literals(["integration", "operator", "assistant", "system"]),
  actorId: Schema.NonEmptyString,
  expectedVersion: Schema.NullOr(Schema.Int),
  resultingVersion: Schema.Int,
  evidence: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  receiptXid: Schema.NonEmptyString,
  requestId: Schema.NonEmptyString,
  occurredAt: Schema.DateTimeUtc
})
export type ActionTransition = typeof ActionTransition.Type

/** A move with its row id. */
export const ActionTransitionRow = Schema.Struct({ id: RowId, ...ActionTransition.fields })
