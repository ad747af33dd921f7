import { Schema } from "effect"
import { Emoji } from "../../domain/collaboration/Emoji.ts"
import { SubjectType } from "../../domain/collaboration/Subjects.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { characters } from "../../domain/shared/characters.ts"
import { BodyInstant } from "../surface/schemas/BodyInstant.ts"
import { optional } from "../surface/schemas/optional.ts"
import { OperatorXid } from "./OperatorActionCommand.ts"

/** Maximum number of operators mentioned in a comment. */
const maxMentions = 20

const body = Schema.String.check(characters(1, 4000)).annotateKey({ description: "Text of the comment" })

const commentId = Selector.annotateKey({ description: "Id of one of the operator's own comments" })

const attentionId = Selector.annotateKey({ description: "Id of one of the operator's attention items" })

/** An operator's command on comments, reactions and attention items (INT-015). Null counts as absent. */
export const OperatorCollaborationCommand = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("post_comment").annotateKey({ description: "Comment on an Action or a message" }),
    subject: Schema.Struct({
      type: SubjectType.annotateKey({ description: "Type of the subject" }),
      id: Selector.annotateKey({ description: "Id of the Action or the message" })
    }).annotateKey({ description: "Subject of the comment" }),
    body,
    mentions: optional(
      Schema.Array(OperatorXid).check(Schema.isMaxLength(maxMentions)),
      "External ids of operators to notify; each must be able to see the subject"
    )
  }),
  Schema.Struct({
    type: Schema.Literal("edit_comment").annotateKey({ description: "Replace the text of a comment" }),
    commentId,
    body
  }),
  Schema.Struct({
    type: Schema.Literal("delete_comment").annotateKey({ description: "Delete a comment" }),
    commentId
  }),
  Schema.Struct({
    type: Schema.Literal("react").annotateKey({ description: "Add an emoji reaction to a message, or remove it" }),
    messageId: Selector.annotateKey({ description: "Id of the message" }),
    emoji: Emoji.annotateKey({ description: "A single emoji" }),
    remove: optional(Schema.Boolean, "true removes the reaction")
  }),
  Schema.Struct({
    type: Schema.Literal("snooze_attention").annotateKey({ description: "Snooze an attention item" }),
    attentionId,
    until: BodyInstant.pipe(
      Schema.annotateEncoded({ description: "When the item reopens: in the future, within 366 days" })
    )
  }),
  Schema.Struct({
    type: Schema.Literal("mark_attention_read").annotateKey({ description: "Mark an attention item as read" }),
    attentionId
  })
])
export type OperatorCollaborationCommand = typeof OperatorCollaborationCommand.Type
