import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { keyText } from "../dataset/keyText.ts"
import { RowId } from "../shared/Scalars.ts"

/** The surface of a key: the same string in two namespaces is two keys. */
export const IdempotencyNamespace = Schema.Literals(["hub", "partner", "member", "operator", "assistant", "invite"])
export type IdempotencyNamespace = typeof IdempotencyNamespace.Type

/** Identifies a key within its tenant: an organization, a member, an integration or an invite link. */
export const IdempotencyId = Schema.Struct({
  namespace: IdempotencyNamespace,
  tenant: Schema.NonEmptyString,
  key: Schema.NonEmptyString
})
export type IdempotencyId = typeof IdempotencyId.Type

/** The id as one text. */
export const idempotencyIdText = ({ key, namespace, tenant }: IdempotencyId): string => keyText(namespace, tenant, key)

/**
 * A key and its request. While `status` is null, the first request is in flight and holds the key until `leaseUntil`.
 * `body` is sealed for the purpose `sealedFor`; rows of earlier versions may be plain text, with a null purpose.
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

/** A key owned by one attempt. */
export type OwnedKey = IdempotencyId & Pick<IdempotencyRecord, "ownerToken">

/** The final response of the attempt that owns a key. */
export type StoredResponse = OwnedKey &
  Pick<IdempotencyRecord, "headers" | "body" | "sealedFor" | "venueIds"> & { readonly status: number }

/** The key already belongs to a request; `find` returns it. */
export class KeyTaken extends Schema.TaggedError<KeyTaken>()("KeyTaken", {}) {}

/** The request that holds the key did not finish within the lock timeout. */
export class KeyBusy extends Schema.TaggedError<KeyBusy>()("KeyBusy", {}) {}

/** The lease of the key expired, and another attempt has taken it over. */
export class KeyLost extends Schema.TaggedError<KeyLost>()("KeyLost", {}) {}

/** The idempotency keys of every surface (DOMAIN 10). */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /**
     * Inserts the key before its write, in the same transaction, so that a failure leaves nothing behind. Waits for a
     * transaction that holds the key, up to the lock timeout. If the key cannot be inserted, the write has no effect
     * and takes no locks.
     */
    readonly insertBefore: <A, E, R>(
      record: IdempotencyRecord,
      write: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | KeyTaken | KeyBusy, R>
    /**
     * Leases the key before its write's transaction if it is free, past its retention, or in flight past its lease, all
     * as of `record.createdAt`. Never waits; returns the current holder of the key.
     */
    readonly lease: (record: IdempotencyRecord) => Effect.Effect<IdempotencyRecord>
    /** The committed record of a key. */
    readonly find: (id: IdempotencyId) => Effect.Effect<Option.Option<IdempotencyRecord>>
    /** Stores the response of a key inserted in this transaction, which cannot be taken over. */
    readonly updateInsertedResponse: (response: StoredResponse) => Effect.Effect<void>
    /** Stores the response of a leased key; call it within `owning`. */
    readonly updateLeasedResponse: (response: StoredResponse) => Effect.Effect<void>
    /**
     * Runs the transaction that stores the response of a leased key. Fails with `KeyLost`, and rolls back, if another
     * attempt has taken the key over.
     */
    readonly owning: <A, E, R>(transaction: Effect.Effect<A, E, R>) => Effect.Effect<A, E | KeyLost, R>
    /** Releases a key that is still owned and in flight, or past its retention at `now`. */
    readonly remove: (key: OwnedKey, now: DateTime.Utc) => Effect.Effect<void>
    /** Removes keys past their retention, possibly in batches; returns how many this call removed. */
    readonly removeExpired: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/idempotency/IdempotencyKeys") {}
