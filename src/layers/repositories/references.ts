import type { Action } from "../../domain/actions/Action.ts"
import type { Message } from "../../domain/messaging/Message.ts"
import { visibilityOf } from "../../domain/messaging/messageVisible.ts"

/** A stored message as another record refers to it. */
export const messageReference = (message: Message) => ({ id: message.xid, ...visibilityOf(message) })

/** A stored Action as another record refers to it. */
export const actionReference = ({ audienceKind, teamId, xid }: Action) => ({ id: xid, audienceKind, teamId })
