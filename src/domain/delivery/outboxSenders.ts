import type { Effect } from "effect"
import { answerChatTurn } from "../chat/answerChatTurn.ts"
import { chatReplyKind, chatTurnKind } from "../chat/ChatTurnOrder.ts"
import { postChatReply } from "../chat/postChatReply.ts"
import { deliverInvite } from "../invites/deliverInvite.ts"
import { inviteOrderKind } from "../invites/InviteOrder.ts"
import type { Senders } from "./deliverDue.ts"

type Needed = Effect.Services<ReturnType<typeof deliverInvite | typeof answerChatTurn | typeof postChatReply>>

/** The senders of each kind of outbox entry that is delivered. */
export const outboxSenders: Senders<Needed> = {
  [inviteOrderKind]: deliverInvite,
  [chatTurnKind]: answerChatTurn,
  [chatReplyKind]: postChatReply
}
