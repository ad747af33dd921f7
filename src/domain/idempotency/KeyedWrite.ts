import type { Effect } from "effect"
import type { Refused } from "../shared/Refused.ts"

/** The response to a write; `headers` are the operation's own, `body` is null when there is none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
}

/** The response to a write as its first request gets it; `kept` is what a replay gets in its place, where it differs. */
export interface FirstAnswer extends Answer {
  readonly kept?: Answer
}

/** A request with an idempotency key: the key's tenant, and what makes two requests the same. */
export interface KeyedRequest {
  readonly tenant: string
  readonly key: string
  readonly fingerprint: string
}

/** A write as the idempotency kernel runs it. */
export interface Write<E, R> {
  /**
   * What must be done before the transaction because it takes too long within. A replay does without it, and its failure
   * leaves the key free: a leased key is held by then; one that waits is not, so a parallel duplicate does it as well. It
   * may change nothing.
   */
  readonly ahead?: Effect.Effect<unknown, E, R> | undefined
  /**
   * Runs the write in a transaction and answers it. A failure rolls back; a `Refused` failure commits what was written.
   */
  readonly run: Effect.Effect<FirstAnswer, E | Refused<E>, R>
  /** The answer that is stored for a refusal; undefined for a refusal that releases the key (PAR-125). */
  readonly answerTo: (refusal: E) => Effect.Effect<Answer | undefined>
  /** Whether this caller may see an answer that concerns these venues (PAR-126). */
  readonly mayRepeat: (venueIds: ReadonlyArray<number> | null) => boolean
}

export interface Answered {
  readonly answer: Answer
  /** True for the stored answer of an earlier request. */
  readonly isReplay: boolean
}
