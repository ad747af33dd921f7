import type { Effect } from "effect"
import type { CommittedRefusal } from "../shared/CommittedRefusal.ts"

/** The response to a write; `headers` are the operation's own, `body` is null if there is none. */
export interface WriteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
}

/** The response to the first request of a write; `kept`, where it differs, is stored and replayed in its place. */
export interface FirstResponse extends WriteResponse {
  readonly kept?: WriteResponse
}

/** A request with an idempotency key. Requests with equal fingerprints are the same request. */
export interface KeyedRequest {
  readonly tenant: string
  readonly key: string
  readonly fingerprint: string
}

/** A write as the idempotency kernel runs it. */
export interface Write<E, R> {
  /**
   * Work that is too slow for the transaction and runs before it. Skipped for a replay; a failure leaves the key free.
   * Under `leases` the key is held by then; under `waits` it is not, so a concurrent duplicate does the work too. It
   * must have no side effects.
   */
  readonly ahead?: Effect.Effect<unknown, E, R> | undefined
  /** The write, to be run in a transaction. A failure rolls back; a `CommittedRefusal` failure commits what was written. */
  readonly run: Effect.Effect<FirstResponse, E | CommittedRefusal<E>, R>
  /** The response to store for a refusal; undefined if the refusal releases the key (PAR-125). */
  readonly responseTo: (refusal: E) => Effect.Effect<WriteResponse | undefined>
  /** Whether this caller may see a stored response that concerns these venues (PAR-126). */
  readonly mayRepeat: (venueIds: ReadonlyArray<number> | null) => boolean
}

export interface WriteOutcome {
  readonly response: WriteResponse
  /** True for the stored response of an earlier request. */
  readonly isReplay: boolean
}
