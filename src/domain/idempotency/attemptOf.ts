import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { TouchedVenues } from "../access/TouchedVenues.ts"
import { isCommittedRefusal, type CommittedRefusal } from "../shared/CommittedRefusal.ts"
import { openSealed } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { countIdempotency } from "./countIdempotency.ts"
import { type IdempotencyId, IdempotencyKeys, type IdempotencyRecord } from "./IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"
import type { Answer, Answered, FirstAnswer, KeyedRequest, Write } from "./KeyedWrite.ts"

/** Binds a sealed response to its key, so that no other response can be substituted. */
export const aboutOf = ({ key, tenant }: Pick<IdempotencyId, "key" | "tenant">) => `${tenant} ${key}`

/** The record with which a request takes its key. */
export const recordOf = Effect.fnUntraced(function* <E>(policy: IdempotencyPolicy<E>, request: KeyedRequest) {
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const { duplicates, namespace, retention } = policy
  const record: IdempotencyRecord = {
    namespace,
    ...request,
    ownerToken: yield* random.uuidV4(),
    leaseUntil: duplicates._tag === "leases" ? DateTime.addDuration(now, duplicates.lease) : now,
    status: null,
    headers: null,
    body: null,
    sealedFor: null,
    venueIds: null,
    createdAt: now,
    expiresAt: DateTime.addDuration(now, retention)
  }
  return record
})

/** The stored response of a key, if this request may see it. */
export const replayOf = Effect.fnUntraced(function* <E, R>(
  { duplicates, inFlight, namespace, reused }: IdempotencyPolicy<E>,
  held: IdempotencyRecord,
  fingerprint: string,
  { mayRepeat }: Write<E, R>
) {
  if (held.fingerprint !== fingerprint) {
    yield* countIdempotency(namespace, "conflict")
    return yield* Effect.fail(reused())
  }
  const { body, headers, sealedFor, status, venueIds } = held
  if (status === null) {
    yield* countIdempotency(namespace, "in_progress")
    return yield* Effect.fail(inFlight())
  }
  if (duplicates._tag === "leases" && !mayRepeat(venueIds)) return yield* Effect.fail(duplicates.outOfReach())
  const opened =
    body === null || sealedFor === null ? body : yield* openSealed("A stored response", sealedFor, aboutOf(held), body)
  yield* countIdempotency(namespace, "replayed")
  return { answer: { status, headers, body: opened }, isReplay: true } satisfies Answered
})

/** Collects the venues that a write touches; until it records one, null for all of them. */
const makeTouched = () => {
  const ids = new Set<number>()
  return {
    add: (venueIds: ReadonlyArray<number>) => {
      for (const id of venueIds) ids.add(id)
    },
    clear: () => ids.clear(),
    venueIds: () => (ids.size === 0 ? null : [...ids])
  }
}

/** One attempt at a write under a key, and the venues that it has touched so far. */
interface Attempt {
  readonly duplicates: IdempotencyPolicy<never>["duplicates"]["_tag"]
  readonly record: IdempotencyRecord
  readonly touched: ReturnType<typeof makeTouched>
}

const keepAnswer = Effect.fnUntraced(function* ({ duplicates, record, touched }: Attempt, answer: Answer) {
  const keys = yield* IdempotencyKeys
  const vault = yield* Vault
  const { key, namespace, ownerToken, tenant } = record
  const sealedFor = answer.body === null ? null : `${namespace} answer`
  const body = sealedFor === null || answer.body === null ? null : vault.seal(sealedFor, aboutOf(record), answer.body)
  const { headers, status } = answer
  const stored = {
    namespace,
    tenant,
    key,
    ownerToken,
    status,
    headers,
    body,
    sealedFor,
    venueIds: touched.venueIds()
  }
  yield* duplicates === "waits" ? keys.updateInsertedAnswer(stored) : keys.updateLeasedAnswer(stored)
  return { answer, isReplay: false } satisfies Answered
})

/** Values that are shown only once, such as secrets, are not stored, not even sealed (GEN-009). */
const keepFirst = (attempt: Attempt, { kept, ...answer }: FirstAnswer) =>
  kept === undefined
    ? keepAnswer(attempt, answer)
    : Effect.map(keepAnswer(attempt, kept), (): Answered => ({ answer, isReplay: false }))

const keepRefusal = Effect.fnUntraced(function* <E>(
  attempt: Attempt,
  refused: CommittedRefusal<E>,
  answerTo: Write<E, never>["answerTo"]
) {
  const answer = yield* answerTo(refused.failure)
  if (answer !== undefined) return yield* keepAnswer(attempt, answer)
  const { record } = attempt
  yield* IdempotencyKeys.use((keys) => keys.remove(record, record.createdAt))
  return yield* Effect.fail(refused)
})

/**
 * One attempt at a write: `runAndKeep` runs it and stores its response under the key, in the caller's transaction;
 * `keep` stores a given response.
 */
export const attemptOf = <E, R>(
  { duplicates }: IdempotencyPolicy<E>,
  record: IdempotencyRecord,
  { answerTo, run }: Write<E, R>
) => {
  const attempt: Attempt = { duplicates: duplicates._tag, record, touched: makeTouched() }
  const runAndKeep = Effect.suspend(() => {
    // A retried transaction records its venues again.
    attempt.touched.clear()
    return Effect.matchEffect(Effect.provideService(run, TouchedVenues, attempt.touched), {
      onFailure: (error): Effect.Effect<Answered, E | CommittedRefusal<E>, IdempotencyKeys | Vault> =>
        isCommittedRefusal(error) ? keepRefusal(attempt, error, answerTo) : Effect.fail(error),
      onSuccess: (answer) => keepFirst(attempt, answer)
    })
  })
  return { keep: (answer: Answer) => keepAnswer(attempt, answer), runAndKeep }
}
