import type { Action } from "../../domain/actions/Action.ts"
import type { Message } from "../../domain/messaging/Message.ts"
import type { MessageVisibility } from "../../domain/messaging/messageVisible.ts"

/** The fields that decide whether a stored message is visible. */
export const visibilityOf = (message: Message): MessageVisibility => ({
  audienceKind: message.audienceKind,
  teamId: message.teamId,
  isSensitive: message.isSensitive,
  isDeleted: message.deletedAt !== null,
  sourceDerived: message.sourceDerived,
  aiPrivate: message.aiPrivate
})

/** A stored message as another record refers to it. */
export const messageReference = (message: Message) => ({ id: message.xid, ...visibilityOf(message) })

/** A stored Action as another record refers to it. */
export const actionReference = ({ audienceKind, teamId, xid }: Action) => ({ id: xid, audienceKind, teamId })
