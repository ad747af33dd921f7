import { Context, type Effect, type Option, Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"

/** Who a hub key string belongs to: the same string of two principals is two keys (HUB-073). */
export const HubIdempotencyKey = Schema.Struct({
  organizationId: RowId,
  principalKind: Schema.Literals(["integration", "operator", "assistant"]),
  principalId: RowId,
  key: Schema.String
})
export type HubIdempotencyKey = typeof HubIdempotencyKey.Type

/** A remembered outcome. `result` is null while somebody else holds the key and has not ended. */
export const HubIdempotencyRecord = Schema.Struct({
  ...HubIdempotencyKey.fields,
  fingerprint: Schema.String,
  result: Schema.NullOr(Schema.Json),
  createdAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
})
export type HubIdempotencyRecord = typeof HubIdempotencyRecord.Type

/**
 * The durable memory of hub commands. All calls happen inside the transaction of the effect: what fails leaves
 * nothing, and a second runner of the same key waits for the first to commit or to roll back (HUB-072).
 */
export class HubIdempotency extends Context.Service<
  HubIdempotency,
  {
    /**
     * Takes the key, with its outcome, when it is free or past its retention at `record.createdAt`; otherwise gives what
     * is remembered. Waits for a runner that holds the key, but not for ever: then the result is null, and the
     * transaction is lost.
     */
    readonly insert: (record: HubIdempotencyRecord) => Effect.Effect<Option.Option<HubIdempotencyRecord>>
    /** Forgets what is past its retention. A store may take several calls; answers how many went in this. */
    readonly removeExpired: (now: HubIdempotencyRecord["createdAt"]) => Effect.Effect<number>
  }
>()("hub/domain/idempotency/HubIdempotency") {}
