import { table } from "../dataset/Table.ts"
import { AttentionItem } from "./AttentionItem.ts"
import { Comment } from "./Comment.ts"
import { Reaction } from "./Reaction.ts"

/** Comments, reactions and attention items of operators. */
export const collaborationTables = {
  comments: table(Comment, {
    key: ["id"],
    uniques: { comments_xid_key: { fields: ["xid"] } },
    references: {
      comments_action_id_fkey: { fields: ["actionId"], to: "actions" },
      comments_author_id_fkey: { fields: ["authorId"], to: "operators" },
      comments_message_id_fkey: { fields: ["messageId"], to: "messages" },
      comments_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "workspaceId"
  }),
  reactions: table(Reaction, {
    key: ["id"],
    uniques: { reactions_once_key: { fields: ["messageId", "operatorId", "emoji"] } },
    references: {
      reactions_message_id_fkey: { fields: ["messageId"], to: "messages" },
      reactions_operator_id_fkey: { fields: ["operatorId"], to: "operators" },
      reactions_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "workspaceId"
  }),
  attentionItems: table(AttentionItem, {
    key: ["id"],
    uniques: {
      attention_items_mention_key: { fields: ["commentId", "operatorId"] },
      attention_items_xid_key: { fields: ["xid"] }
    },
    references: {
      attention_items_action_id_fkey: { fields: ["actionId"], to: "actions" },
      attention_items_comment_id_fkey: { fields: ["commentId"], to: "comments", cascade: true },
      attention_items_from_operator_id_fkey: { fields: ["fromOperatorId"], to: "operators" },
      attention_items_message_id_fkey: { fields: ["messageId"], to: "messages" },
      attention_items_operator_id_fkey: { fields: ["operatorId"], to: "operators" },
      attention_items_workspace_id_fkey: { fields: ["workspaceId"], to: "workspaces" }
    },
    tenant: "operatorId"
  })
}
