import { type Cause, DateTime, Deferred, Duration, Effect, Exit, Option, Semaphore } from "effect"
import { affectsOthers } from "../jobs/affectsOthers.ts"
import { type ClaimedEntry, Outbox } from "../outbox/Outbox.ts"
import { claimLease, nextAttempt } from "./nextAttempt.ts"

/** Messages sent concurrently, so that one slow server does not hold up all others. */
const concurrency = 4

/** The limit of each kind among them, so that one slow server does not hold up the other kinds. */
const maxOfKind = concurrency - 1

/** How often an idle worker looks for new entries while others attempt theirs. */
const pause = Duration.seconds(1)

/** The result of an attempt at an entry. */
type Attempted = "sent" | "failed" | "deferred" | "cancelled"

/** The function that makes an attempt at an entry, by kind of entry. */
export type Senders<R> = Readonly<Record<string, (entry: ClaimedEntry) => Effect.Effect<Attempted, never, R>>>

/**
 * An attempt that dies is repeated, at most an hour apart, until its sender settles the entry: the cause is not the
 * provider, and goes away with a new release or a configured secret.
 */
const attempt = Effect.fnUntraced(function* <R>(
  senders: Senders<R>,
  entry: ClaimedEntry,
  isGeneral: (cause: Cause.Cause<unknown>) => boolean
) {
  const outbox = yield* Outbox
  const exit = yield* Effect.exit(senders[entry.kind]?.(entry) ?? Effect.die(new Error(`Nothing sends ${entry.kind}`)))
  if (Exit.isSuccess(exit)) return exit.value
  if (isGeneral(exit.cause)) return yield* exit
  yield* Effect.annotateLogs(Effect.logError("A message could not be created; it will be retried", exit.cause), {
    outbox: entry.id
  })
  const dueAt = yield* nextAttempt(Math.min(entry.attempts, 8), yield* DateTime.now)
  const deferral = yield* Effect.exit(outbox.updateClaimed(entry, { status: "pending", dueAt }))
  if (Exit.isSuccess(deferral)) return "deferred" as const
  if (isGeneral(deferral.cause)) return yield* Effect.failCause(deferral.cause)
  yield* Effect.annotateLogs(
    Effect.logError("The retry of a message could not be stored; it is due when its claim expires", deferral.cause),
    { outbox: entry.id }
  )
  return "deferred" as const
})

/** The entries that are being attempted. */
const makeRunning = () => {
  const running = new Set<ClaimedEntry>()
  let ended = Deferred.makeUnsafe<void>()
  const kinds = () => [...running].map(({ kind }) => kind)
  return {
    isEmpty: () => running.size === 0,
    /** The kinds that are at their limit. */
    crowdedKinds: () =>
      [...new Set(kinds())].filter((one) => kinds().filter((kind) => kind === one).length >= maxOfKind),
    begin: (entry: ClaimedEntry) => void running.add(entry),
    end: (entry: ClaimedEntry) =>
      Effect.sync(() => {
        running.delete(entry)
        const waiting = ended
        ended = Deferred.makeUnsafe()
        Deferred.doneUnsafe(waiting, Exit.void)
      }),
    /** Waits until one of them ends. */
    nextEnd: Effect.suspend(() => Deferred.await(ended))
  }
}

/**
 * Sends due outbox entries until there are none; while one attempt is slow, entries that fall due are sent by the other
 * workers. Each entry is claimed before it is sent, for longer than an attempt may take, so no two processes send it at
 * once; if a process dies, the entry is due again when its claim expires. An attempt is never interrupted: the message
 * may have been accepted already, and would be sent again. A failure that affects the other entries ends the run.
 */
export const deliverDue = Effect.fn("deliverDue")(function* <R>(senders: Senders<R>) {
  const outbox = yield* Outbox
  const isGeneral = yield* affectsOthers
  const counts = { sent: 0, failed: 0, deferred: 0, cancelled: 0 }
  const running = makeRunning()
  const claim = Effect.gen(function* () {
    const now = yield* DateTime.now
    const leaseUntil = DateTime.addDuration(now, claimLease)
    const entry = yield* outbox.claim({ now, leaseUntil, except: running.crowdedKinds() })
    if (Option.isSome(entry)) running.begin(entry.value)
    return Option.getOrUndefined(entry)
  })
  // One at a time, so that each knows what the others have claimed.
  const claimNext = (yield* Semaphore.make(1)).withPermit(claim)
  const work = Effect.gen(function* () {
    let entry = yield* claimNext
    while (entry !== undefined || !running.isEmpty()) {
      if (entry === undefined) yield* Effect.raceFirst(Effect.sleep(pause), running.nextEnd)
      else {
        const attempted = Effect.ensuring(attempt(senders, entry, isGeneral), running.end(entry))
        counts[yield* Effect.uninterruptible(attempted)] += 1
      }
      entry = yield* claimNext
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => work),
    { concurrency: "unbounded", discard: true }
  )
  return counts
})
