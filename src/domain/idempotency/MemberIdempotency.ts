import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** A key of a member, and the answer it stands for; `body` is sealed. Status and body are null while it is worked on. */
export const MemberIdempotencyRecord = Schema.Struct({
  memberId: RowId,
  key: Schema.NonEmptyString,
  fingerprint: Schema.String,
  status: Schema.NullOr(Schema.Int),
  body: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
})
export type MemberIdempotencyRecord = typeof MemberIdempotencyRecord.Type

/** The final answer to remember for a key. */
export interface MemberAnswer {
  readonly memberId: number
  readonly key: string
  readonly status: number
  readonly body: string
}

/**
 * The durable memory of members' claims (DOMAIN 10). Called inside the transaction of the claim: what fails leaves nothing,
 * and a second runner of the same key waits for the first to commit or to roll back.
 */
export class MemberIdempotency extends Context.Service<
  MemberIdempotency,
  {
    /**
     * Takes the key when it is free or past its retention at `record.createdAt`; otherwise gives what is remembered. Waits
     * for a runner that holds the key, but not for ever: then the answer is null, and the transaction is lost.
     */
    readonly insert: (record: MemberIdempotencyRecord) => Effect.Effect<Option.Option<MemberIdempotencyRecord>>
    /** Keeps the answer of the key taken in this transaction. */
    readonly updateAnswer: (answer: MemberAnswer) => Effect.Effect<void>
    /** Forgets what is past its retention. A store may take several calls; answers how many went in this. */
    readonly removeExpired: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/idempotency/MemberIdempotency") {}
