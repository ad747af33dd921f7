import { Context, type Effect, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { Channel, type Message } from "./Message.ts"

/** A message that development delivered to itself, as its recipient would have it. */
export const MailboxMessage = Schema.Struct({
  id: RowId,
  messageId: Schema.NonEmptyString,
  channel: Channel,
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  html: Schema.NullOr(Schema.String),
  receivedAt: Schema.DateTimeUtc
})
export type MailboxMessage = typeof MailboxMessage.Type

/** Where development delivers to, instead of to people. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** Keeps a message; one that it has already is left as it is. */
    readonly insert: (message: Message) => Effect.Effect<void>
    /** The newest 1000 messages, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<MailboxMessage>>
  }
>()("hub/domain/delivery/Mailbox") {}
