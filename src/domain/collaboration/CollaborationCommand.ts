import type { DateTime } from "effect"
import { Schema } from "effect"
import { AttentionRecord } from "./AttentionRecord.ts"
import { CommentRecord } from "./CommentRecord.ts"
import type { CommentDraft } from "./postComment.ts"
import type { ReactionDraft } from "./reactToMessage.ts"

/** What an operator tells others, or does with what waits for them; ids are external (INT-015). */
export type CollaborationCommand =
  | ({ readonly type: "post_comment" } & CommentDraft)
  | { readonly type: "edit_comment"; readonly commentId: string; readonly body: string }
  | { readonly type: "delete_comment"; readonly commentId: string }
  | ({ readonly type: "react" } & ReactionDraft)
  | { readonly type: "snooze_attention"; readonly attentionId: string; readonly until: DateTime.Utc }
  | { readonly type: "mark_attention_read"; readonly attentionId: string }

const commandType = <const Type extends ReadonlyArray<string>>(types: Type) =>
  Schema.Literals(types).annotateKey({ description: "The command" })

/** What a command left behind, by its type; a replay shows it as it was then (INT-015). */
export const CollaborationResult = Schema.Union([
  Schema.Struct({
    type: commandType(["post_comment", "edit_comment"]),
    comment: CommentRecord.annotateKey({ description: "The comment as the command left it" })
  }),
  Schema.Struct({
    type: commandType(["delete_comment"]),
    commentId: Schema.String.annotateKey({ description: "Id of the comment that was deleted" })
  }),
  Schema.Struct({
    type: commandType(["react"]),
    messageId: Schema.String.annotateKey({ description: "Id of the message" }),
    emoji: Schema.String.annotateKey({ description: "The emoji" }),
    isSet: Schema.Boolean.annotateKey({ description: "Whether the operator reacts so from now on" })
  }),
  Schema.Struct({
    type: commandType(["snooze_attention", "mark_attention_read"]),
    item: AttentionRecord.annotateKey({ description: "The attention item as the command left it" })
  })
])
export type CollaborationResult = typeof CollaborationResult.Type
