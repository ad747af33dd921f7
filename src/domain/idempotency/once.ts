import { DateTime, Effect, Exit, Option } from "effect"
import { type CommittedRefusal, isCommittedRefusal } from "../shared/CommittedRefusal.ts"
import type { Vault } from "../shared/Vault.ts"
import { IdempotencyKeys, type IdempotencyRecord, KeyBusy, KeyLost, KeyTaken } from "./IdempotencyKeys.ts"
import { attemptOf, recordOf, replayOf } from "./attemptOf.ts"
import { countIdempotency } from "./countIdempotency.ts"
import type { IdempotencyPolicy } from "./IdempotencyPolicy.ts"
import type { WriteOutcome, KeyedRequest, Write } from "./KeyedWrite.ts"
import { KeyReleases } from "./KeyReleases.ts"
import { InFlightKeys } from "./InFlightKeys.ts"
import { turnOf } from "./turnOf.ts"

const isUnavailable = <E>(error: E | KeyTaken | KeyBusy): error is KeyTaken | KeyBusy =>
  error instanceof KeyTaken || error instanceof KeyBusy

const isLost = <E>(error: E | KeyLost): error is KeyLost => error instanceof KeyLost

/** Inserts the key in the write's transaction, waiting for any transaction that holds it. */
const onceWaiting = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const record = yield* recordOf(policy, request)
  const { runAndKeep } = attemptOf(policy, record, write)
  const turn = yield* turnOf(policy, request.tenant)
  const attempt = Effect.andThen(write.ahead ?? Effect.void, turn.atomically(keys.insertBefore(record, runAndKeep)))

  type Services = Effect.Services<typeof attempt> | Vault

  const resolveHeld = (held: IdempotencyRecord): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, Services> =>
    DateTime.isGreaterThan(held.expiresAt, record.createdAt)
      ? replayOf(policy, held, request.fingerprint, write)
      : Effect.andThen(keys.remove(held, record.createdAt), outcome)

  const resolve = (error: KeyTaken | KeyBusy): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, Services> =>
    error instanceof KeyBusy
      ? Effect.andThen(countIdempotency(policy.namespace, "in_progress"), Effect.fail(policy.inFlight()))
      : Effect.flatMap(keys.find(record), Option.match({ onNone: () => outcome, onSome: resolveHeld }))

  const outcome: Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, Services> = Effect.matchEffect(attempt, {
    onFailure: (error): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, Services> =>
      isUnavailable(error) ? resolve(error) : Effect.fail(error),
    onSuccess: (response) => Effect.succeed(response)
  })
  // A replay needs neither the preparation nor a turn; in a stalled queue it would wait for the same lock as the writes
  // before it.
  if (write.ahead !== undefined || turn.isStuck()) {
    const held = yield* keys.find(record)
    if (Option.isSome(held) && held.value.status !== null) return yield* resolveHeld(held.value)
  }
  return yield* outcome
})

/** Leases the key before the write's transaction, and releases it unless a response is stored. */
const onceLeasing = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const keys = yield* IdempotencyKeys
  const releases = yield* KeyReleases
  const turn = yield* turnOf(policy, request.tenant)
  const record = yield* recordOf(policy, request)
  const { keep, runAndKeep } = attemptOf(policy, record, write)
  const inFlight = yield* InFlightKeys
  const holder = inFlight.holderOf(record)
  if (Option.isSome(holder)) return yield* replayOf(policy, holder.value, request.fingerprint, write)

  /** If the lease expired and another attempt owns the key, this one rolls back. */
  const owning = <A, R2>(transaction: Effect.Effect<A, E | CommittedRefusal<E>, R2>) =>
    Effect.mapError(keys.owning(transaction), (error) => (isLost(error) ? policy.inFlight() : error))

  /** A conflict is stored as a response too, after the write has been rolled back (PAR-125). */
  const keepFailure = (error: E) =>
    Effect.flatMap(write.responseTo(error), (response) =>
      response === undefined ? Effect.fail(error) : owning(keep(response))
    )

  const attempt = Effect.matchEffect(Effect.andThen(write.ahead ?? Effect.void, owning(turn.atomically(runAndKeep))), {
    onFailure: (error): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, IdempotencyKeys | Vault> =>
      isCommittedRefusal(error) ? Effect.fail(error) : keepFailure(error),
    onSuccess: (response) => Effect.succeed(response)
  })

  // The lease may be held even if the store's reply was lost.
  const lease = Effect.onError(keys.lease(record), () => releases.release(record))
  return yield* Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      lease,
      (held): Effect.Effect<WriteOutcome, E | CommittedRefusal<E>, Effect.Services<typeof attempt>> => {
        if (held.ownerToken !== record.ownerToken) return replayOf(policy, held, request.fingerprint, write)
        return inFlight.run(record)(
          Effect.onExit(restore(attempt), (exit) => (Exit.isSuccess(exit) ? Effect.void : releases.release(record)))
        )
      }
    )
  )
})

/**
 * Runs a write once per key: its response is stored, sealed, in the same transaction as its effects (PAR-127), and
 * replayed to the same request. A different request with the key, or a duplicate of one in flight, fails as the policy
 * says. A failure releases the key.
 */
export const once = Effect.fnUntraced(function* <E, R>(
  policy: IdempotencyPolicy<E>,
  request: KeyedRequest,
  write: Write<E, R>
) {
  const run = policy.duplicates._tag === "waits" ? onceWaiting : onceLeasing
  const { response, isReplay } = yield* Effect.catch(run(policy, request, write), (error) =>
    Effect.fail(isCommittedRefusal(error) ? error.failure : error)
  )
  if (!isReplay) yield* countIdempotency(policy.namespace, "executed")
  return { response, isReplay } satisfies WriteOutcome
})
