import { Context, type Effect, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A message to another system, written in the transaction of its change and sent afterwards. */
export const OutboxEntry = Schema.Struct({
  id: RowId,
  kind: Schema.NonEmptyString,
  payload: Schema.Json,
  status: Schema.Literals(["pending", "sent", "failed"]),
  createdAt: Schema.DateTimeUtc
})
export type OutboxEntry = typeof OutboxEntry.Type

/** A message to send. */
export type NewOutboxEntry = Pick<OutboxEntry, "kind" | "payload" | "createdAt">

/** Messages to other systems, sent and unsent. This version sends nothing yet, so every entry is unsent. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Adds an unsent entry. */
    readonly insert: (entry: NewOutboxEntry) => Effect.Effect<void>
    /** The newest 1000 entries, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<OutboxEntry>>
  }
>()("hub/domain/outbox/Outbox") {}
