import { DateTime, Effect } from "effect"
import { HubIdempotency } from "../idempotency/HubIdempotency.ts"
import { MemberIdempotency } from "../idempotency/MemberIdempotency.ts"
import { PartnerIdempotency } from "../idempotency/PartnerIdempotency.ts"
import { MessagingEvents } from "../messaging/MessagingEvents.ts"

/** How long events are kept (HUB-051). */
const eventRetention = { days: 30 } as const

/** A store may remove only so many rows at a time. */
const untilNone = Effect.fnUntraced(function* (remove: Effect.Effect<number>) {
  let removed = 0
  let last = yield* remove
  while (last > 0) {
    removed += last
    last = yield* remove
  }
  return removed
})

/**
 * Forgets what is past its published retention: idempotency keys (HUB-073, PAR-125, MEM-088) and messaging events (HUB-051).
 * Answers how many of each. A key past its retention is free whether or not it was swept.
 */
export const sweep = Effect.fn("sweep")(function* () {
  const now = yield* DateTime.now
  const hub = yield* HubIdempotency
  const partner = yield* PartnerIdempotency
  const member = yield* MemberIdempotency
  const events = yield* MessagingEvents
  return {
    hubIdempotency: yield* untilNone(hub.removeExpired(now)),
    partnerIdempotency: yield* untilNone(partner.removeExpired(now)),
    memberIdempotency: yield* untilNone(member.removeExpired(now)),
    messagingEvents: yield* untilNone(events.removeBefore(DateTime.subtract(now, eventRetention)))
  }
})
