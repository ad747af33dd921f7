import { DateTime, Effect, Number } from "effect"
import { Blobs } from "../blobs/Blobs.ts"
import { ChatLinkTokens } from "../chat/ChatLinkTokens.ts"
import { ProviderRequests } from "../chat/ProviderRequests.ts"
import { IdempotencyKeys } from "../idempotency/IdempotencyKeys.ts"
import { everyPart } from "./everyPart.ts"
import { FinishedRuns } from "./FinishedRuns.ts"
import { removeUnusedImages } from "../images/removeUnusedImages.ts"
import { inviteLifetime } from "../invites/orderInvite.ts"
import { OperatorSessions } from "../operators/OperatorSessions.ts"
import { MessagingEvents } from "../messaging/MessagingEvents.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { windowSeconds } from "../providers/signedAt.ts"

/** How long events are kept (HUB-051). */
const eventRetention = { days: 30 } as const

/** How long an image is kept after no page uses it: readers of a cached page may still load it. */
const imageRetention = { days: 1 } as const

/** How long orphaned bytes are kept: a transaction that is about to refer to them takes seconds. */
const unusedBytesRetention = { days: 1 } as const

/** Twice the window in which a request is accepted, which allows for clock skew of the same size (INT-039). */
const requestRetention = { seconds: 2 * windowSeconds } as const

/** How long an expired chat link is kept. */
const linkRetention = { days: 1 } as const

/** How long a settled or merely recorded outbox message is kept: as long as an invite can be accepted. */
const messageRetention = inviteLifetime

/** How long a session is kept after it has expired. */
const sessionRetention = { days: 1 } as const

/** Repeats a removal, since a store may limit the rows per call, and returns how it ended: the other removals go on. */
const untilNone = <R>(remove: Effect.Effect<number, never, R>) =>
  Effect.exit(
    Effect.gen(function* () {
      let removed = 0
      let last = yield* remove
      while (last > 0) {
        removed += last
        last = yield* remove
      }
      return removed
    })
  )

/**
 * Removes what is past its published retention: idempotency keys (HUB-073, PAR-125, MEM-088), messaging events
 * (HUB-051), operator sessions, images that no version of a page uses and orphaned bytes, signed requests of
 * chat platforms outside the replay window (INT-039), expired chat links, outbox messages that are settled or merely
 * recorded, and finished runs of jobs. Returns the number of each. A key past its retention is free even before it is
 * swept.
 */
export const sweep = Effect.fn("sweep")(function* () {
  const now = yield* DateTime.now
  const keys = yield* IdempotencyKeys
  const events = yield* MessagingEvents
  const sessions = yield* OperatorSessions
  const requests = yield* ProviderRequests
  const links = yield* ChatLinkTokens
  const outbox = yield* Outbox
  const blobs = yield* Blobs
  const runs = yield* FinishedRuns
  const messagesUntil = DateTime.subtract(now, messageRetention)
  return yield* everyPart(
    Effect.all({
      idempotencyKeys: untilNone(keys.removeExpired(now)),
      messagingEvents: untilNone(events.removeBefore(DateTime.subtract(now, eventRetention))),
      operatorSessions: untilNone(sessions.removeExpired(DateTime.subtract(now, sessionRetention))),
      pageImages: untilNone(removeUnusedImages(DateTime.subtract(now, imageRetention))),
      unusedBytes: untilNone(blobs.removeUnused(DateTime.subtract(now, unusedBytesRetention))),
      providerRequests: untilNone(requests.removeBefore(DateTime.subtract(now, requestRetention))),
      chatLinks: untilNone(links.removeBefore(DateTime.subtract(now, linkRetention))),
      outbox: untilNone(
        Effect.zipWith(outbox.removeSettled(messagesUntil), outbox.removeRecorded(messagesUntil), Number.sum)
      ),
      runs: untilNone(runs.removeOld)
    })
  )
})
