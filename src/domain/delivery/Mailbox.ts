import { Context, type Effect, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import { Channel, type Message } from "./Message.ts"

/** A message captured in development, as its recipient would receive it. */
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

/** Captures messages in development instead of delivering them. */
export class Mailbox extends Context.Service<
  Mailbox,
  {
    /** Stores a message; no effect if it is stored already. */
    readonly insert: (message: Message) => Effect.Effect<void>
    /** The newest 1000 messages, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<MailboxMessage>>
  }
>()("hub/domain/delivery/Mailbox") {}
