import { Context, type Effect, Option } from "effect"
import type { IdempotencyRecord } from "./IdempotencyKeys.ts"

interface InFlightWrites {
  /** The attempt of this process that holds the key, unless its lease ended before `record` was created. */
  readonly holderOf: (record: IdempotencyRecord) => Option.Option<IdempotencyRecord>
  /** Runs the attempt that holds a key. */
  readonly run: (record: IdempotencyRecord) => <A, E, R>(attempt: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * The leased keys whose writes are running in this process. Their duplicates are refused without asking the store,
 * whose connections the writes may occupy: the embedded database has one (PAR-122). Empty by default.
 */
export const InFlightKeys = Context.Reference<InFlightWrites>("hub/domain/idempotency/InFlightKeys", {
  defaultValue: () => ({ holderOf: Option.none, run: () => (attempt) => attempt })
})
