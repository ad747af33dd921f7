import { Schema } from "effect"
import { Addressee, audienceCovers } from "./audienceCovers.ts"
import type { Message } from "./Message.ts"
import type { Sight } from "./Reader.ts"

/**
 * The facts that decide whether a message is visible. They can change after the message was written, so they are
 * evaluated at read time.
 */
export const MessageVisibility = Schema.Struct({
  ...Addressee.fields,
  isSensitive: Schema.Boolean,
  isDeleted: Schema.Boolean,
  sourceDerived: Schema.Boolean,
  aiPrivate: Schema.Boolean
})
export type MessageVisibility = typeof MessageVisibility.Type

/** The facts of a stored message that decide whether it is visible. */
export const visibilityOf = (message: Message): MessageVisibility => ({
  audienceKind: message.audienceKind,
  teamId: message.teamId,
  isSensitive: message.isSensitive,
  isDeleted: message.deletedAt !== null,
  sourceDerived: message.sourceDerived,
  aiPrivate: message.aiPrivate
})

/**
 * Whether the reader may see the message, in any view: nobody sees deleted and source-derived messages and private AI
 * history, and only operators see sensitive ones (HUB-038, INT-012, A-73).
 */
export const messageVisible = (reader: Sight, message: MessageVisibility): boolean =>
  (!message.isSensitive || reader.readsSensitive) &&
  !message.isDeleted &&
  !message.sourceDerived &&
  !message.aiPrivate &&
  audienceCovers(reader, message)
