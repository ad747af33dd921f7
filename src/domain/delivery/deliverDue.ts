import { Cause, DateTime, Effect, Exit, Option } from "effect"
import { type ClaimedEntry, Outbox } from "../outbox/Outbox.ts"
import { Outage } from "../shared/Outage.ts"
import { claimLasts, nextAttempt } from "./retrying.ts"

/** Messages that are sent at once: one slow server does not hold up all others. */
const atOnce = 4

/** What became of an attempt at an entry. */
type Attempted = "sent" | "failed" | "deferred" | "cancelled"

/** What makes an attempt at an entry, by the kind of the entry. */
export type Senders<R> = Readonly<Record<string, (entry: ClaimedEntry) => Effect.Effect<Attempted, never, R>>>

/** An attempt that fails by a fault is tried again like one that a provider did not take. */
const attempt = Effect.fnUntraced(function* <R>(senders: Senders<R>, entry: ClaimedEntry) {
  const outbox = yield* Outbox
  const isOutage = yield* Outage
  const exit = yield* Effect.exit(senders[entry.kind]?.(entry) ?? Effect.die(new Error(`Nothing sends ${entry.kind}`)))
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.hasInterrupts(exit.cause) || isOutage(Cause.squash(exit.cause))) return yield* exit
  yield* Effect.annotateLogs(Effect.logError("A message could not be made; it is tried again", exit.cause), {
    outbox: entry.id
  })
  const dueAt = yield* nextAttempt(Math.min(entry.attempts, 8), yield* DateTime.now)
  yield* outbox.updateClaimed(entry, { status: "pending", dueAt })
  return "deferred" as const
})

/**
 * Sends what is due in the outbox until nothing is. Each entry is claimed before it is sent, for longer than an attempt
 * may take, so no two processes send it at once; one whose process died is due again when the claim ends.
 */
export const deliverDue = Effect.fn("deliverDue")(function* <R>(senders: Senders<R>) {
  const outbox = yield* Outbox
  const counts = { sent: 0, failed: 0, deferred: 0, cancelled: 0 }
  const claim = Effect.flatMap(DateTime.now, (now) =>
    outbox.claim({ now, leaseUntil: DateTime.addDuration(now, claimLasts) })
  )
  const work = Effect.gen(function* () {
    let entry = Option.getOrUndefined(yield* claim)
    while (entry !== undefined) {
      counts[yield* attempt(senders, entry)] += 1
      entry = Option.getOrUndefined(yield* claim)
    }
  })
  yield* Effect.all(
    Array.from({ length: atOnce }, () => work),
    { concurrency: "unbounded", discard: true }
  )
  return counts
})
