import { Effect } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import { guestsRead, type OperatorPermission, organizationsManage } from "../operators/operatorPermissions.ts"
import { deleteComment, editComment } from "./changeComment.ts"
import { markAttentionRead, snoozeAttention } from "./changeAttention.ts"
import type { CollaborationCommand } from "./CollaborationCommand.ts"
import { postComment } from "./postComment.ts"
import { reactToMessage } from "./reactToMessage.ts"

const reading: ReadonlyArray<OperatorPermission> = [guestsRead]
const writing: ReadonlyArray<OperatorPermission> = [guestsRead, organizationsManage]

/**
 * The permissions that a command requires: comments need write access, everything else concerns only the operator
 * (INT-007, INT-008).
 */
export const requiredPermissionsOf: Readonly<Record<CollaborationCommand["type"], ReadonlyArray<OperatorPermission>>> =
  {
    post_comment: writing,
    edit_comment: writing,
    delete_comment: writing,
    react: reading,
    snooze_attention: reading,
    mark_attention_read: reading
  }

/**
 * Runs one command of the calling operator, in the caller's transaction (INT-015). Commands emit no events, and their
 * records are invisible to integrations (HUB-038).
 */
export const commandCollaboration = Effect.fnUntraced(function* (reader: Reader, command: CollaborationCommand) {
  switch (command.type) {
    case "post_comment":
      return { type: command.type, ...(yield* postComment(reader, command)) }
    case "edit_comment":
      return { type: command.type, ...(yield* editComment(reader, command.commentId, command.body)) }
    case "delete_comment":
      return { type: command.type, ...(yield* deleteComment(reader, command.commentId)) }
    case "react":
      return { type: command.type, ...(yield* reactToMessage(reader, command)) }
    case "snooze_attention":
      return { type: command.type, ...(yield* snoozeAttention(reader, command.attentionId, command.until)) }
    case "mark_attention_read":
      return { type: command.type, ...(yield* markAttentionRead(reader, command.attentionId)) }
  }
})
