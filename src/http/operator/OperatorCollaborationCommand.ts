import { Schema } from "effect"
import { Emoji } from "../../domain/collaboration/Emoji.ts"
import { SubjectType } from "../../domain/collaboration/Subjects.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { characters } from "../../domain/shared/characters.ts"
import { BodyInstant } from "../surface/BodyInstant.ts"
import { OperatorXid } from "./OperatorActionCommand.ts"

/** Operators that one comment may mention. */
const mostMentions = 20

const body = Schema.String.check(characters(1, 4000)).annotateKey({ description: "The text" })

const commentId = Selector.annotateKey({ description: "A comment of the operator's own" })

const attentionId = Selector.annotateKey({ description: "An attention item of the operator's own" })

/** A command of an operator on comments, reactions and attention items (INT-015). */
export const OperatorCollaborationCommand = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("post_comment").annotateKey({ description: "Comment on an Action or a message" }),
    subject: Schema.Struct({
      type: SubjectType.annotateKey({ description: "What it is" }),
      id: Selector.annotateKey({ description: "Id of the Action or the message" })
    }).annotateKey({ description: "What the comment is about" }),
    body,
    mentions: Schema.optionalKey(Schema.Array(OperatorXid).check(Schema.isMaxLength(mostMentions))).annotateKey({
      description: "External ids of operators whose attention it draws; each must see what the comment is about"
    })
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
    type: Schema.Literal("react").annotateKey({ description: "Put an emoji to a message, or take it back" }),
    messageId: Selector.annotateKey({ description: "Id of the message" }),
    emoji: Emoji.annotateKey({ description: "A single emoji" }),
    remove: Schema.optionalKey(Schema.Boolean).annotateKey({ description: "True to take it back" })
  }),
  Schema.Struct({
    type: Schema.Literal("snooze_attention").annotateKey({ description: "Put an attention item off" }),
    attentionId,
    until: BodyInstant.pipe(
      Schema.annotateEncoded({ description: "When it is open again: later than now, within 366 days" })
    )
  }),
  Schema.Struct({
    type: Schema.Literal("mark_attention_read").annotateKey({ description: "Mark an attention item as read" }),
    attentionId
  })
])
export type OperatorCollaborationCommand = typeof OperatorCollaborationCommand.Type
