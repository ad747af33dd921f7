import { DateTime, Effect, Option, Schema } from "effect"
import { Delivery } from "../delivery/Delivery.ts"
import { deferred } from "../delivery/Message.ts"
import { outcomeOfAttempt } from "../delivery/outcomeOfAttempt.ts"
import { sendTimeout, maxAttempts } from "../delivery/nextAttempt.ts"
import { type ClaimedEntry, Outbox, type OutboxOutcome } from "../outbox/Outbox.ts"
import { atomically } from "../shared/atomically.ts"
import { openSealed } from "../shared/openSealed.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { contactFor } from "./inviteContact.ts"
import { inviteLinkTo, inviteMessage } from "./inviteMessage.ts"
import { InviteOrder, inviteTokenPurpose } from "./InviteOrder.ts"
import { findInviteTransition, inviteStatusAt, inviteTransitions } from "./inviteTransitions.ts"

const decode = Schema.decodeUnknownEffect(InviteOrder)

const fromOf = (trigger: "deliver" | "fail") =>
  inviteTransitions.filter((transition) => transition.trigger === trigger).flatMap(({ from }) => from)

/**
 * The message for an order; undefined if its token was replaced, its invite revoked or ended, or its organization
 * suspended, meanwhile.
 */
const messageOf = Effect.fnUntraced(function* (order: InviteOrder, now: DateTime.Utc) {
  const { channel, inviteId: id, messageId, organizationId, sealedToken, tokenHash } = order
  const invites = yield* GuestInvites
  const { inviteUrl } = yield* Delivery
  const addressee = Option.getOrUndefined(yield* invites.findAddressee({ id, organizationId }))
  if (addressee === undefined || addressee.tokenHash !== tokenHash || sealedToken === null) return undefined
  if (findInviteTransition("deliver", inviteStatusAt(addressee, now)) === undefined) return undefined
  const to = contactFor(addressee, channel)
  if (to === null) return undefined
  const token = yield* openSealed("The token of an invite", inviteTokenPurpose, messageId, sealedToken)
  return inviteMessage(addressee, { id: messageId, channel, to, link: inviteLinkTo(inviteUrl, token) })
})

/** Records the outcome of an order and of its invite; no effect if the entry was claimed again meanwhile. */
const settle = Effect.fnUntraced(function* (entry: ClaimedEntry, order: InviteOrder, outcome: OutboxOutcome) {
  const outbox = yield* Outbox
  const invites = yield* GuestInvites
  if (!(yield* outbox.updateClaimed(entry, outcome))) return
  if (outcome.status !== "sent" && outcome.status !== "failed") return
  const { inviteId: id, organizationId, tokenHash } = order
  const now = yield* DateTime.now
  const from = fromOf(outcome.status === "sent" ? "deliver" : "fail")
  const isCurrent = yield* invites.updateDelivered({ id, organizationId, tokenHash, from, to: outcome.status, now })
  // The provider has accepted the message, whatever became of the invite meanwhile.
  if (!isCurrent && outcome.status === "sent") {
    yield* invites.update({ id, organizationId }, { lastSentAt: now, updatedAt: now })
  }
}, atomically)

/**
 * Makes one delivery attempt for a claimed order (DOMAIN 7.1): at-least-once, always with the same message id, and
 * never for a replaced token. If the process dies midway, the next claim of the entry may send it again.
 */
export const deliverInvite = Effect.fnUntraced(function* (entry: ClaimedEntry) {
  const delivery = yield* Delivery
  const order = yield* Effect.orDie(decode(entry.payload))
  const message = yield* messageOf(order, yield* DateTime.now)
  if (message === undefined) {
    yield* settle(entry, order, { status: "cancelled", payload: { ...order, sealedToken: null } })
    return "cancelled" as const
  }
  // The process that claimed the last attempt died: whether it sent the message is unknown, and there is no further
  // attempt.
  const outcome =
    entry.attempts > maxAttempts
      ? deferred("the last attempt did not end")
      : yield* delivery
          .send(message)
          .pipe(Effect.timeoutOrElse({ duration: sendTimeout, orElse: () => Effect.succeed(deferred("timeout")) }))
  // The sealed token is not kept longer than needed.
  const settled = yield* outcomeOfAttempt(entry, { ...order, sealedToken: null }, outcome, {
    what: "An invite",
    channel: order.channel
  })
  yield* settle(entry, order, settled)
  return settled.status === "pending" ? ("deferred" as const) : settled.status
})
