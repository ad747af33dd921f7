import type { DateTime } from "effect"
import { Schema } from "effect"
import { AttentionRecord } from "./AttentionRecord.ts"
import { CommentRecord } from "./CommentRecord.ts"
import type { CommentDraft } from "./postComment.ts"
import type { ReactionDraft } from "./reactToMessage.ts"

/** An operator's command on comments, reactions or attention items; ids are external (INT-015). */
export type CollaborationCommand =
  | ({ readonly type: "post_comment" } & CommentDraft)
  | { readonly type: "edit_comment"; readonly commentId: string; readonly body: string }
  | { readonly type: "delete_comment"; readonly commentId: string }
  | ({ readonly type: "react" } & ReactionDraft)
  | { readonly type: "snooze_attention"; readonly attentionId: string; readonly until: DateTime.Utc }
  | { readonly type: "mark_attention_read"; readonly attentionId: string }

const command = { description: "The command" }

/** The result of a command: its type and the affected record. A replay returns the record as it was then (INT-015). */
export const CollaborationResult = Schema.Union([
  Schema.Struct({
    type: Schema.Literals(["post_comment", "edit_comment"]).annotateKey(command),
    ...CommentRecord.fields
  }),
  Schema.Struct({
    type: Schema.Literal("delete_comment").annotateKey(command),
    id: Schema.String.annotateKey({ description: "Id of the comment" }),
    isDeleted: Schema.Literal(true).annotateKey({
      description: "Always true: the comment and its attention items are deleted"
    })
  }),
  Schema.Struct({
    type: Schema.Literal("react").annotateKey(command),
    messageId: Schema.String.annotateKey({ description: "Id of the message" }),
    emoji: Schema.String.annotateKey({ description: "The emoji" }),
    isSet: Schema.Boolean.annotateKey({ description: "Whether the reaction is now set" })
  }),
  Schema.Struct({
    type: Schema.Literals(["snooze_attention", "mark_attention_read"]).annotateKey(command),
    ...AttentionRecord.fields
  })
])
export type CollaborationResult = typeof CollaborationResult.Type
