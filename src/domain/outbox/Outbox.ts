import { Context, type Effect, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A message to the outside, written in the transaction of the change that it tells of and sent after it. */
export const OutboxEntry = Schema.Struct({
  id: RowId,
  kind: Schema.NonEmptyString,
  payload: Schema.Json,
  status: Schema.Literals(["pending", "sent", "failed"]),
  createdAt: Schema.DateTimeUtc
})
export type OutboxEntry = typeof OutboxEntry.Type

/** A message that is to be sent. */
export type NewOutboxEntry = Pick<OutboxEntry, "kind" | "payload" | "createdAt">

/** What is to be sent and what was: this version sends nothing yet, so everything waits. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Adds an entry that waits to be sent. */
    readonly insert: (entry: NewOutboxEntry) => Effect.Effect<void>
    /** The newest entries, oldest of them first; 1000 at most. */
    readonly list: Effect.Effect<ReadonlyArray<OutboxEntry>>
  }
>()("hub/domain/outbox/Outbox") {}
