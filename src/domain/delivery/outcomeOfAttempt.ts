import { DateTime, Effect, type Schema } from "effect"
import type { ClaimedEntry, OutboxOutcome } from "../outbox/Outbox.ts"
import type { DeliveryOutcome } from "./Message.ts"
import { maxAttempts, nextAttempt } from "./nextAttempt.ts"

/**
 * Maps an attempt's outcome to the new state of its entry; `payload` is kept of a settled entry. `what` starts the log
 * message of an unsuccessful attempt.
 */
export const outcomeOfAttempt = Effect.fnUntraced(function* (
  entry: Pick<ClaimedEntry, "id" | "attempts">,
  payload: { readonly [field: string]: Schema.Json },
  outcome: DeliveryOutcome,
  { channel, what }: { readonly channel: string; readonly what: string }
) {
  const log = Effect.annotateLogs({ outbox: entry.id, channel, attempt: entry.attempts })
  if (outcome._tag === "accepted") return { status: "sent", payload } satisfies OutboxOutcome
  if (outcome._tag === "refused") {
    yield* log(Effect.logWarning(`${what} was refused: ${outcome.reason}`))
    return { status: "failed", payload } satisfies OutboxOutcome
  }
  if (entry.attempts >= maxAttempts) {
    yield* log(Effect.logWarning(`${what} could not be sent: ${outcome.reason}`))
    return { status: "failed", payload } satisfies OutboxOutcome
  }
  yield* log(Effect.logInfo(`${what} is tried again later: ${outcome.reason}`))
  const dueAt = yield* nextAttempt(entry.attempts, yield* DateTime.now, outcome.retryAfterSeconds)
  return { status: "pending", dueAt } satisfies OutboxOutcome
})
