import type { Effect } from "effect"
import type { Refused } from "../shared/Refused.ts"

/** What a write is answered; `headers` are those of its own, `body` is null when there is none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
}

/** A request that carries a key: the key's tenant, and what makes two requests the same. */
export interface KeyedRequest {
  readonly tenant: string
  readonly key: string
  readonly fingerprint: string
}

/** A write as the kernel runs it. */
export interface Write<E, R> {
  /** Does it, in a transaction, and tells its answer. What fails leaves nothing; what is `Refused` leaves what it wrote. */
  readonly run: Effect.Effect<Answer, E | Refused<E>, R>
  /** The answer that a refusal is kept as under the key; undefined for those that give the key back (PAR-125). */
  readonly answerTo: (refusal: E) => Effect.Effect<Answer | undefined>
  /** Whether this caller may see an answer about these venues (PAR-126). */
  readonly mayRepeat: (venueIds: ReadonlyArray<number> | null) => boolean
}

export interface Answered {
  readonly answer: Answer
  /** Whether it is the answer of an earlier request. */
  readonly isReplay: boolean
}
