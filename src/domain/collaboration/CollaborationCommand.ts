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

const commandType = <const Types extends ReadonlyArray<CollaborationCommand["type"]>>(types: Types) =>
  Schema.Literals(types).annotateKey({ description: "The command" })

/** What a command left behind: its type, and the record that it is about. A replay shows it as it was then (INT-015). */
export const CollaborationResult = Schema.Union([
  Schema.Struct({ type: commandType(["post_comment", "edit_comment"]), ...CommentRecord.fields }),
  Schema.Struct({
    type: commandType(["delete_comment"]),
    id: Schema.String.annotateKey({ description: "Id of the comment" }),
    isDeleted: Schema.Literal(true).annotateKey({ description: "The comment and its attention items are gone" })
  }),
  Schema.Struct({
    type: commandType(["react"]),
    messageId: Schema.String.annotateKey({ description: "Id of the message" }),
    emoji: Schema.String.annotateKey({ description: "The emoji" }),
    isSet: Schema.Boolean.annotateKey({ description: "Whether the operator reacts so from now on" })
  }),
  Schema.Struct({ type: commandType(["snooze_attention", "mark_attention_read"]), ...AttentionRecord.fields })
])
export type CollaborationResult = typeof CollaborationResult.Type
