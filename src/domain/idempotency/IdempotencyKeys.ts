import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** Whose keys they are: the same string under two namespaces is two keys. */
export const IdempotencyNamespace = Schema.Literals(["hub", "partner", "member", "operator", "assistant", "invite"])
export type IdempotencyNamespace = typeof IdempotencyNamespace.Type

/** Names a key: of a tenant, which is whoever shares it (an organization, a member, an integration, an invite link). */
export const IdempotencyId = Schema.Struct({
  namespace: IdempotencyNamespace,
  tenant: Schema.NonEmptyString,
  key: Schema.NonEmptyString
})
export type IdempotencyId = typeof IdempotencyId.Type

/**
 * A key and what it stands for. Without a `status` the first request is in flight, and nobody else has the key until
 * `leaseUntil`. `body` is sealed for the purpose `sealedFor`; rows of former versions may be plain, with a purpose of null.
 * `venueIds` are the venues that the write touched; null means all of them (PAR-126).
 */
export const IdempotencyRecord = Schema.Struct({
  ...IdempotencyId.fields,
  fingerprint: Schema.String,
  ownerToken: Schema.NonEmptyString,
  leaseUntil: Schema.DateTimeUtc,
  status: Schema.NullOr(Schema.Int),
  headers: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  body: Schema.NullOr(Schema.String),
  sealedFor: Schema.NullOr(Schema.String),
  venueIds: Schema.NullOr(Schema.Array(RowId)),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
})
export type IdempotencyRecord = typeof IdempotencyRecord.Type

/** A key in the hands of one attempt. */
export type OwnedKey = IdempotencyId & Pick<IdempotencyRecord, "ownerToken">

/** The final answer of the attempt that owns a key. */
export type StoredAnswer = OwnedKey &
  Pick<IdempotencyRecord, "headers" | "body" | "sealedFor" | "venueIds"> & { readonly status: number }

/** The key stands for a request already; `find` tells for which. */
export class KeyTaken extends Schema.TaggedError<KeyTaken>()("KeyTaken", {}) {}

/** The request that holds the key did not end within the wait for a lock. */
export class KeyBusy extends Schema.TaggedError<KeyBusy>()("KeyBusy", {}) {}

/** The durable memory of writes, of all surfaces (DOMAIN 10). */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /**
     * Takes the key in the transaction of its write, so that what fails leaves nothing. Waits for a transaction that has
     * it, but not for ever. A failure loses the transaction: statements sent behind it do nothing and wait for nothing.
     */
    readonly insert: (record: IdempotencyRecord) => Effect.Effect<void, KeyTaken | KeyBusy>
    /**
     * Takes the key ahead of the transaction of its write, if it is free, past its retention, or in flight past its lease
     * (all judged at `record.createdAt`). Answers who has it now, and never waits.
     */
    readonly lease: (record: IdempotencyRecord) => Effect.Effect<IdempotencyRecord>
    /** What a key stands for, as far as it is committed. */
    readonly find: (id: IdempotencyId) => Effect.Effect<Option.Option<IdempotencyRecord>>
    /** Keeps the answer if the key is still ours and in flight; false when another attempt took it over. */
    readonly updateAnswer: (answer: StoredAnswer) => Effect.Effect<boolean>
    /** As `updateAnswer`, for a key inserted in this transaction, which nobody can take over. */
    readonly updateInsertedAnswer: (answer: StoredAnswer) => Effect.Effect<void>
    /** Gives a key back: one that is still ours and in flight, or past its retention at `now`. */
    readonly remove: (key: OwnedKey, now: DateTime.Utc) => Effect.Effect<void>
    /** Removes what is past its retention. A store may take several calls; answers how many went in this one. */
    readonly removeExpired: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/idempotency/IdempotencyKeys") {}
