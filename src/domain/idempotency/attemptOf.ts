import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { TouchedVenues } from "../access/TouchedVenues.ts"
import { isCommittedRefusal, type CommittedRefusal } from "../shared/CommittedRefusal.ts"
import { openSealed } from "../shared/openSealed.ts"
import { Vault } from "../shared/Vault.ts"
import { countIdempotency } from "./countIdempotency.ts"
import { type IdempotencyId, IdempotencyKeys, type IdempotencyRecord } from "./IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"
import type { WriteResponse, WriteOutcome, FirstResponse, KeyedRequest, Write } from "./KeyedWrite.ts"

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
  return { response: { status, headers, body: opened }, isReplay: true } satisfies WriteOutcome
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

const keepResponse = Effect.fnUntraced(function* ({ duplicates, record, touched }: Attempt, response: WriteResponse) {
  const keys = yield* IdempotencyKeys
  const vault = yield* Vault
  const { key, namespace, ownerToken, tenant } = record
  const sealedFor = response.body === null ? null : `${namespace} answer`
  const body =
    sealedFor === null || response.body === null ? null : vault.seal(sealedFor, aboutOf(record), response.body)
  const { headers, status } = response
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
  yield* duplicates === "waits" ? keys.updateInsertedResponse(stored) : keys.updateLeasedResponse(stored)
  return { response, isReplay: false } satisfies WriteOutcome
})

/** Values that are shown only once, such as secrets, are not stored, not even sealed (GEN-009). */
const keepFirst = (attempt: Attempt, { kept, ...response }: FirstResponse) =>
  kept === undefined
    ? keepResponse(attempt, response)
    : Effect.map(keepResponse(attempt, kept), (): WriteOutcome => ({ response, isReplay: false }))

const keepRefusal = Effect.fnUntraced(function* <E>(
  attempt: Attempt,
  refused: CommittedRefusal<E>,
  responseTo: Write<E, never>["responseTo"]
) {
  const response = yield* responseTo(refused.failure)
  if (response !== undefined) return yield* keepResponse(attempt, response)
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
  { responseTo, run }: Write<E, R>
) => {
  const attempt: Attempt = { duplicates: duplicates._tag, record, touched: makeTouched() }
  const runAndKeep = Effect.suspend(() => {
    // A retried transaction records its venues again.
    attempt.touched.clear()
    return Effect.matchEffect(Effect.provideService(run, TouchedVenues, attempt.touched), {
      onFailure: (error): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, IdempotencyKeys | Vault> =>
        isCommittedRefusal(error) ? keepRefusal(attempt, error, responseTo) : Effect.fail(error),
      onSuccess: (response) => keepFirst(attempt, response)
    })
  })
  return { keep: (response: WriteResponse) => keepResponse(attempt, response), runAndKeep }
}
