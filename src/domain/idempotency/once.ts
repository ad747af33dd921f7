import { DateTime, Effect, Exit, Option } from "effect"
import { atomically } from "../shared/atomically.ts"
import type { Refused } from "../shared/Refused.ts"
import type { Vault } from "../shared/Vault.ts"
import { attemptOf, isRefusal, recordOf, replayOf } from "./attemptOf.ts"
import { countIdempotency } from "./countIdempotency.ts"
import { IdempotencyKeys, KeyBusy, KeyTaken } from "./IdempotencyKeys.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"
import type { Answered, KeyedRequest, Write } from "./KeyedWrite.ts"
import { KeyReleases } from "./KeyReleases.ts"

const isUnavailable = <E>(error: E | KeyTaken | KeyBusy): error is KeyTaken | KeyBusy =>
  error instanceof KeyTaken || error instanceof KeyBusy

/** The key is taken in the transaction of the write; whoever has it already is waited for. */
const onceWaiting = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const record = yield* recordOf(policy, request)
  const { runAndKeep } = yield* attemptOf(policy, record, write)

  // Both go out at once, and a database does one after the other: when the key is taken, nothing of the write happens,
  // and none of its locks is waited for.
  const attempt = atomically(
    Effect.gen(function* () {
      const [taken, ran] = yield* Effect.all([Effect.exit(keys.insert(record)), Effect.exit(runAndKeep)], {
        concurrency: "unbounded"
      })
      yield* taken
      return yield* ran
    })
  )

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
  return yield* answered
})

/** The key is leased ahead of the transaction of the write, and given back unless an answer is kept under it. */
const onceLeasing = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const releases = yield* KeyReleases
  const record = yield* recordOf(policy, request)
  const { keep, runAndKeep } = yield* attemptOf(policy, record, write)

  /** A conflict of states is an answer too: it is kept after the write has been taken back (PAR-125). */
  const keepFailure = Effect.fnUntraced(function* (error: E) {
    const answer = yield* write.answerTo(error)
    return yield* answer === undefined ? Effect.fail(error) : keep(answer)
  })

  const attempt = Effect.matchEffect(atomically(runAndKeep), {
    onFailure: (error): Effect.Effect<Answered, E | Refused<E>> =>
      isRefusal(error) ? Effect.fail(error) : keepFailure(error),
    onSuccess: (answer) => Effect.succeed(answer)
  })

  return yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const held = yield* keys.lease(record)
      if (held.ownerToken !== record.ownerToken) return yield* replayOf(policy, held, request.fingerprint, write)
      return yield* Effect.onExit(restore(attempt), (exit) =>
        Exit.isSuccess(exit) ? Effect.void : releases.release(record)
      )
    })
  )
})

/**
 * Runs a write once for its key: the answer is kept, sealed, in the transaction of its effect, so that neither is there
 * without the other (PAR-127), and the same request gets it again. Another request with the key, or the same one while the
 * first is at work, gets what the policy says. What fails gives the key back.
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
