import { DateTime, Effect, Exit, Option } from "effect"
import { atomically } from "../shared/atomically.ts"
import type { Refused } from "../shared/Refused.ts"
import { type Subject, Turns } from "../shared/Turns.ts"
import type { Vault } from "../shared/Vault.ts"
import { IdempotencyKeys, KeyBusy, KeyTaken } from "./IdempotencyKeys.ts"
import { attemptOf, isRefusal, recordOf, replayOf } from "./attemptOf.ts"
import { countIdempotency } from "./countIdempotency.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"
import type { Answered, KeyedRequest, Write } from "./KeyedWrite.ts"
import { KeyReleases } from "./KeyReleases.ts"

const isUnavailable = <E>(error: E | KeyTaken | KeyBusy): error is KeyTaken | KeyBusy =>
  error instanceof KeyTaken || error instanceof KeyBusy

/** The owner of a key, as the subject of its writes. */
export const subjectOf = <E>({ namespace, owner }: IdempotencyPolicy<E>, tenant: string): Subject => ({
  kind: owner,
  id: `${namespace}:${tenant}`
})

/** Takes the key in the write's transaction, waiting for a transaction that holds it. */
const onceWaiting = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const record = yield* recordOf(policy, request)
  const { runAndKeep } = yield* attemptOf(policy, record, write)

  const turns = yield* Turns
  const subject = subjectOf(policy, request.tenant)
  const attempt = turns.take(subject)(atomically(keys.insertBefore(record, runAndKeep)))

  type Services = Effect.Services<typeof attempt> | Vault

  const resolve = (error: KeyTaken | KeyBusy): Effect.Effect<Answered, E | Refused<E>, Services> =>
    Effect.gen(function* () {
      if (error instanceof KeyBusy) {
        yield* countIdempotency(policy.namespace, "in_progress")
        return yield* Effect.fail(policy.inFlight())
      }
      const held = yield* keys.find(record)
      if (Option.isNone(held)) return yield* answered
      if (DateTime.isGreaterThan(held.value.expiresAt, record.createdAt)) {
        return yield* replayOf(policy, held.value, request.fingerprint, write)
      }
      yield* keys.remove(held.value, record.createdAt)
      return yield* answered
    })

  const answered: Effect.Effect<Answered, E | Refused<E>, Services> = Effect.matchEffect(attempt, {
    onFailure: (error): Effect.Effect<Answered, E | Refused<E>, Services> =>
      isUnavailable(error) ? resolve(error) : Effect.fail(error),
    onSuccess: (answer) => Effect.succeed(answer)
  })
  // A replay needs no turn, and would wait for what the writes before it wait for.
  if (turns.areStuck(subject)) {
    const held = yield* keys.find(record)
    if (Option.isSome(held) && held.value.status !== null) return yield* resolve(new KeyTaken())
  }
  return yield* answered
})

/** Leases the key ahead of the write's transaction, and releases it unless an answer is stored. */
const onceLeasing = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const releases = yield* KeyReleases
  const turns = yield* Turns
  const record = yield* recordOf(policy, request)
  const { keep, runAndKeep } = yield* attemptOf(policy, record, write)

  /** A conflict is stored as an answer too, after the write has been rolled back (PAR-125). */
  const keepFailure = Effect.fnUntraced(function* (error: E) {
    const answer = yield* write.answerTo(error)
    return yield* answer === undefined ? Effect.fail(error) : keep(answer)
  })

  const attempt = Effect.matchEffect(turns.take(subjectOf(policy, request.tenant))(atomically(runAndKeep)), {
    onFailure: (error): Effect.Effect<Answered, E | Refused<E>> =>
      isRefusal(error) ? Effect.fail(error) : keepFailure(error),
    onSuccess: (answer) => Effect.succeed(answer)
  })

  return yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      // A lease whose answer is lost may be held all the same.
      const held = yield* Effect.onError(keys.lease(record), () => releases.release(record))
      if (held.ownerToken !== record.ownerToken) return yield* replayOf(policy, held, request.fingerprint, write)
      return yield* Effect.onExit(restore(attempt), (exit) =>
        Exit.isSuccess(exit) ? Effect.void : releases.release(record)
      )
    })
  )
})

/**
 * Runs a write once per key: its answer is stored, sealed, in the same transaction as its effects (PAR-127), and the
 * same request gets it again. A different request with the key, or a duplicate of one in flight, fails as the policy
 * says. A failure releases the key.
 */
export const once = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const answered = policy.duplicates._tag === "waits" ? onceWaiting : onceLeasing
  const { answer, isReplay } = yield* Effect.catch(answered(policy, request, write), (error) =>
    Effect.fail(isRefusal(error) ? error.failure : error)
  )
  if (!isReplay) yield* countIdempotency(policy.namespace, "executed")
  return { answer, isReplay } satisfies Answered
})
