import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/**
 * A message to another system, written in the transaction of its change and sent afterwards. `dueAt` is when the next
 * attempt may start, after a failure or after the death of the process that claimed it; for a settled entry, the end of
 * its last claim; null for entries that are only recorded. `attempts` counts the claims.
 */
export const OutboxEntry = Schema.Struct({
  id: RowId,
  kind: Schema.NonEmptyString,
  payload: Schema.Json,
  status: Schema.Literals(["pending", "sent", "failed", "cancelled"]),
  attempts: Schema.Int,
  dueAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc
})
export type OutboxEntry = typeof OutboxEntry.Type

/** A message to send; without `dueAt` it is recorded and never sent. */
export type NewOutboxEntry = Pick<OutboxEntry, "kind" | "payload" | "createdAt"> & Partial<Pick<OutboxEntry, "dueAt">>

/** One attempt at an entry; it ends when the entry is claimed again. */
export type ClaimedEntry = Pick<OutboxEntry, "id" | "kind" | "payload" | "attempts" | "createdAt">

/** The outcome of a claimed entry: settled, with the payload to keep, or due again. */
export type OutboxOutcome =
  | { readonly status: "sent" | "failed" | "cancelled"; readonly payload: { readonly [field: string]: Schema.Json } }
  | { readonly status: "pending"; readonly dueAt: DateTime.Utc }

/** Messages to other systems, sent and unsent. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Adds an unsent entry. */
    readonly insert: (entry: NewOutboxEntry) => Effect.Effect<void>
    /** The newest 1000 entries, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<OutboxEntry>>
    /**
     * Claims the entry that has been due longest until `leaseUntil`, counting an attempt; never waits. Concurrent
     * callers get different entries. A question of a consultation is not claimed before the earlier ones are settled,
     * and an entry of the kinds `except` is not claimed at all.
     */
    readonly claim: (of: {
      readonly now: DateTime.Utc
      readonly leaseUntil: DateTime.Utc
      readonly except: ReadonlyArray<string>
    }) => Effect.Effect<Option.Option<ClaimedEntry>>
    /** Records the outcome of a claimed entry; false, without effect, if it was claimed again meanwhile. */
    readonly updateClaimed: (
      entry: Pick<ClaimedEntry, "id" | "attempts">,
      outcome: OutboxOutcome
    ) => Effect.Effect<boolean>
    /**
     * Removes settled entries whose last claim ended before `instant`, in batches; returns how many this call removed.
     * Entries that are due, claimed or only recorded stay, and ids are never reused.
     */
    readonly removeSettled: (instant: DateTime.Utc) => Effect.Effect<number>
    /** Removes entries that were only recorded, before `instant`, in batches; returns how many this call removed. */
    readonly removeRecorded: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/outbox/Outbox") {}
