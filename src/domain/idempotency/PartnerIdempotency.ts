import { Context, type DateTime, type Effect, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/**
 * A key of a tenant (organization, or the link of the public invite send), and what it stands for.
 * `venueIds` are the venues the effect touched; null means all of them (PAR-126).
 */
export const PartnerIdempotencyRecord = Schema.Struct({
  tenant: Schema.NonEmptyString,
  key: Schema.NonEmptyString,
  fingerprint: Schema.String,
  state: Schema.Literals(["in_flight", "completed"]),
  ownerToken: Schema.NonEmptyString,
  leaseUntil: Schema.DateTimeUtc,
  venueIds: Schema.NullOr(Schema.Array(RowId)),
  status: Schema.NullOr(Schema.Int),
  body: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
})
export type PartnerIdempotencyRecord = typeof PartnerIdempotencyRecord.Type

/** The final answer to remember for a key. */
export interface PartnerAnswer {
  readonly tenant: string
  readonly key: string
  readonly ownerToken: string
  readonly status: number
  readonly body: string | null
  readonly venueIds: ReadonlyArray<number> | null
}

/** The durable memory of partner writes (DOMAIN 10): leases for those in flight, answers for those done. */
export class PartnerIdempotency extends Context.Service<
  PartnerIdempotency,
  {
    /**
     * Takes the key for `record.ownerToken` when it is free, past its retention, or in flight past its lease
     * (all judged at `record.createdAt`). Answers the record that now holds the key: ours when we took it.
     */
    readonly insert: (record: PartnerIdempotencyRecord) => Effect.Effect<PartnerIdempotencyRecord>
    /** Keeps the answer if the lease is still ours; false when another runner took the key over. */
    readonly updateAnswer: (answer: PartnerAnswer) => Effect.Effect<boolean>
    /** Gives the key back, if it is still ours and in flight. */
    readonly remove: (tenant: string, key: string, ownerToken: string) => Effect.Effect<void>
    /** Forgets what is past its retention. A store may take several calls; answers how many went in this. */
    readonly removeExpired: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/idempotency/PartnerIdempotency") {}
