import { Schema } from "effect"
import { ActionPriority } from "../../domain/actions/Action.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { characters } from "../../domain/shared/characters.ts"
import { LabelText } from "../../domain/shared/LabelText.ts"
import { maxInt } from "../../domain/shared/maxInt.ts"
import { AudienceCommand } from "../surface/schemas/AudienceCommand.ts"
import { BodyInstant } from "../surface/schemas/BodyInstant.ts"
import { optional } from "../surface/schemas/optional.ts"

/** Optional free text. */
const text = (maxLength: number, description: string) =>
  optional(Schema.String.check(characters(1, maxLength)), description)

const id = Selector.annotateKey({ description: "Id of the Action" })

const expectedVersion = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxInt })).annotateKey({
  description: "Version of the Action that the operator last saw"
})

/** The external id of an operator: the `sub` of their tokens. */
export const OperatorXid = Schema.String.check(characters(1, 255))

/** A new Action (DOMAIN 3.1, A1). */
const CreateAction = Schema.Struct({
  type: Schema.Literal("create_action").annotateKey({ description: "Create an Action" }),
  title: LabelText(200).annotateKey({ description: "Task in one line" }),
  kind: LabelText(60).annotateKey({ description: "Kind of task; an open set" }),
  details: text(4000, "Details of the task"),
  priority: optional(ActionPriority, "Urgency; `normal` by default"),
  guestId: optional(Selector, "Canonical id of the related guest"),
  reservationId: text(180, "External id of the related stay"),
  propertyId: text(180, "Document id of the related venue"),
  audience: optional(AudienceCommand, "Who may see it; the whole workspace by default"),
  dueAt: optional(BodyInstant, "When it is due"),
  ownerOperatorId: optional(OperatorXid, "External id of the operator who owns it from the start; unowned by default")
})

/** The new owner of a handed-off Action; `nobody` releases it (DOMAIN 3.1, A7, A8). */
const HandOffTarget = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("operator").annotateKey({ description: "Another operator, or the caller" }),
    id: OperatorXid.annotateKey({ description: "External id of the operator" })
  }),
  Schema.Struct({
    kind: Schema.Literal("integration").annotateKey({ description: "An integration with a grant in the workspace" }),
    id: OperatorXid.annotateKey({ description: "External id of the integration" })
  }),
  Schema.Struct({
    kind: Schema.Literal("team").annotateKey({ description: "Releases it to a team of the workspace" }),
    id: Selector.annotateKey({ description: "External id of a team that the operator belongs to" })
  }),
  Schema.Struct({
    kind: Schema.Literal("nobody").annotateKey({ description: "Releases it, so that it can be claimed again" }),
    id: Schema.optionalKey(Schema.Null).annotateKey({ description: "Must be null or absent" })
  })
])

/** Only finish takes evidence; null counts as absent (HUB-060). */
const noEvidence = {
  evidence: Schema.optionalKey(Schema.Null).annotateKey({
    description: "Must be null or absent: only finish takes evidence"
  })
}

/** An operator's command on Actions (INT-014). Null counts as absent. */
export const OperatorActionCommand = Schema.Union([
  CreateAction,
  Schema.Struct({
    type: Schema.Literal("claim").annotateKey({ description: "Claim an unowned Action" }),
    id,
    expectedVersion,
    ...noEvidence
  }),
  Schema.Struct({
    type: Schema.Literal("finish").annotateKey({ description: "Finish an Action that the operator owns" }),
    id,
    expectedVersion,
    evidence: text(4000, "What was done; stored verbatim")
  }),
  Schema.Struct({
    type: Schema.Literal("cancel_action").annotateKey({
      description: "Cancel an Action that is unowned or owned by the operator"
    }),
    id,
    expectedVersion,
    reason: text(1000, "Reason, stored in the history"),
    ...noEvidence
  }),
  Schema.Struct({
    type: Schema.Literal("hand_off").annotateKey({ description: "Hand an Action to a new owner, or release it" }),
    id,
    expectedVersion,
    to: HandOffTarget.annotateKey({ description: "New owner" }),
    note: text(1000, "Note for the new owner, stored in the history")
  })
])
export type OperatorActionCommand = typeof OperatorActionCommand.Type
