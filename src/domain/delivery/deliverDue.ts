import { DateTime, Deferred, Duration, Effect, Exit, Option } from "effect"
import { affectsOthers } from "../jobs/affectsOthers.ts"
import { type ClaimedEntry, Outbox } from "../outbox/Outbox.ts"
import { claimLasts, nextAttempt } from "./retrying.ts"

/** Messages sent concurrently, so that one slow server does not hold up all others. */
const concurrency = 4

/** How often an idle worker looks for new entries while others attempt theirs. */
const pause = Duration.seconds(1)

/** The result of an attempt at an entry. */
type Attempted = "sent" | "failed" | "deferred" | "cancelled"

/** The function that makes an attempt at an entry, by kind of entry. */
export type Senders<R> = Readonly<Record<string, (entry: ClaimedEntry) => Effect.Effect<Attempted, never, R>>>

/**
 * An attempt that dies is repeated for as long as it does, at most an hour apart: what mends it is a new release or a
 * configured secret, not a provider.
 */
const attempt = Effect.fnUntraced(function* <R>(senders: Senders<R>, entry: ClaimedEntry) {
  const outbox = yield* Outbox
  const isGeneral = yield* affectsOthers
  const exit = yield* Effect.exit(senders[entry.kind]?.(entry) ?? Effect.die(new Error(`Nothing sends ${entry.kind}`)))
  if (Exit.isSuccess(exit)) return exit.value
  if (isGeneral(exit.cause)) return yield* exit
  yield* Effect.annotateLogs(Effect.logError("A message could not be created; it will be retried", exit.cause), {
    outbox: entry.id
  })
  const dueAt = yield* nextAttempt(Math.min(entry.attempts, 8), yield* DateTime.now)
  yield* outbox.updateClaimed(entry, { status: "pending", dueAt })
  return "deferred" as const
})

/** Counts the attempts that are running. */
const makeAttempts = () => {
  let running = 0
  let ended = Deferred.makeUnsafe<void>()
  const end = Effect.sync(() => {
    running--
    const waiting = ended
    ended = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Exit.void)
  })
  return {
    areRunning: () => running > 0,
    /** Waits until one of them ends. */
    nextEnd: Effect.suspend(() => Deferred.await(ended)),
    counting: <A, R>(effect: Effect.Effect<A, never, R>): Effect.Effect<A, never, R> =>
      Effect.suspend(() => {
        running++
        return Effect.ensuring(effect, end)
      })
  }
}

/**
 * Sends due outbox entries until there are none; while one attempt is slow, entries that fall due are sent by the other
 * workers. Each entry is claimed before it is sent, for longer than an attempt may take, so no two processes send it at
 * once; if a process dies, the entry is due again when its claim expires.
 */
export const deliverDue = Effect.fn("deliverDue")(function* <R>(senders: Senders<R>) {
  const outbox = yield* Outbox
  const counts = { sent: 0, failed: 0, deferred: 0, cancelled: 0 }
  const claim = Effect.flatMap(DateTime.now, (now) =>
    outbox.claim({ now, leaseUntil: DateTime.addDuration(now, claimLasts) })
  )
  const attempts = makeAttempts()
  const work = Effect.gen(function* () {
    let entry = Option.getOrUndefined(yield* claim)
    while (entry !== undefined || attempts.areRunning()) {
      if (entry === undefined) yield* Effect.raceFirst(Effect.sleep(pause), attempts.nextEnd)
      else counts[yield* attempts.counting(attempt(senders, entry))] += 1
      entry = Option.getOrUndefined(yield* claim)
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => work),
    { concurrency: "unbounded", discard: true }
  )
  return counts
})
