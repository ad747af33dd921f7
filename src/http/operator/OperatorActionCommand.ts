import { Schema } from "effect"
import { ActionPriority } from "../../domain/actions/Action.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { characters } from "../../domain/shared/characters.ts"
import { BodyInstant } from "../surface/BodyInstant.ts"

const optional = Schema.optionalKey

/** Free text of at most `most` characters; null counts as absent. */
const text = (most: number, description: string) =>
  optional(Schema.NullOr(Schema.String.check(characters(1, most)))).annotateKey({ description })

const id = Selector.annotateKey({ description: "The Action" })

const expectedVersion = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotateKey({
  description: "The version of the Action that the operator last saw"
})

/** `sub` of an operator's tokens. */
export const OperatorXid = Schema.String.check(characters(1, 255))

/** Whom a new Action is for; absent is the whole workspace. */
const AudienceCommand = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("workspace").annotateKey({ description: "The whole workspace" })
  }),
  Schema.Struct({
    kind: Schema.Literal("team").annotateKey({ description: "One team of the workspace" }),
    teamId: Selector.annotateKey({ description: "External id of the team, which the operator belongs to" })
  })
])

/** A new Action (DOMAIN 3.1, A1). */
const CreateAction = Schema.Struct({
  type: Schema.Literal("create_action").annotateKey({ description: "Make a new Action" }),
  title: Schema.String.check(characters(1, 200)).annotateKey({ description: "What is to be done, in one line" }),
  kind: Schema.String.check(characters(1, 60)).annotateKey({ description: "What sort of task it is; an open set" }),
  details: text(4000, "What is to be done, at length"),
  priority: optional(ActionPriority).annotateKey({ description: "How urgent it is; `normal` when left out" }),
  guestId: optional(Schema.NullOr(Selector)).annotateKey({ description: "Canonical id of the guest it is for" }),
  reservationId: text(180, "External id of the stay it belongs to"),
  propertyId: text(180, "Document id of the venue it belongs to"),
  audience: optional(AudienceCommand).annotateKey({ description: "Who may see it; the workspace when left out" }),
  dueAt: optional(Schema.NullOr(BodyInstant)).annotateKey({ description: "When it should be done" }),
  ownerOperatorId: optional(Schema.NullOr(OperatorXid)).annotateKey({
    description: "The operator who owns it from the start; nobody when left out"
  })
})

/** To whom an Action is handed; to nobody is a release (DOMAIN 3.1, A7, A8). */
const HandOffTarget = Schema.Union([
  Schema.Struct({
    kind: Schema.Literals(["operator", "integration"]).annotateKey({ description: "Who owns it from then on" }),
    id: OperatorXid.annotateKey({ description: "External id of the operator or the integration" })
  }),
  Schema.Struct({
    kind: Schema.Literal("team").annotateKey({ description: "A team of the workspace: it is released to it" }),
    id: Selector.annotateKey({ description: "External id of the team, which the operator belongs to" })
  }),
  Schema.Struct({
    kind: Schema.Literal("nobody").annotateKey({ description: "Nobody: it can be claimed again" })
  })
])

/** Evidence goes with finish alone; null counts as absent (HUB-060). */
const noEvidence = {
  evidence: Schema.optionalKey(Schema.Null).annotateKey({ description: "None: evidence goes with finish" })
}

/** A command of an operator on Actions (INT-014). Null counts as absent. */
export const OperatorActionCommand = Schema.Union([
  CreateAction,
  Schema.Struct({
    type: Schema.Literal("claim").annotateKey({ description: "Own an unowned Action" }),
    id,
    expectedVersion,
    ...noEvidence
  }),
  Schema.Struct({
    type: Schema.Literal("finish").annotateKey({ description: "Finish an Action that the operator owns" }),
    id,
    expectedVersion,
    evidence: text(4000, "What was done; kept as it was sent")
  }),
  Schema.Struct({
    type: Schema.Literal("cancel_action").annotateKey({
      description: "Cancel an Action, unowned or the operator's own"
    }),
    id,
    expectedVersion,
    reason: text(1000, "Why, for its history"),
    ...noEvidence
  }),
  Schema.Struct({
    type: Schema.Literal("hand_off").annotateKey({ description: "Give an Action to somebody else, or to nobody" }),
    id,
    expectedVersion,
    to: HandOffTarget.annotateKey({ description: "To whom" }),
    note: text(1000, "What they need to know, for its history")
  })
])
export type OperatorActionCommand = typeof OperatorActionCommand.Type
