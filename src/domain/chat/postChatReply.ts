import { Effect, Option, Schema } from "effect"
import { deferred, refused } from "../delivery/Message.ts"
import { outcomeOfAttempt } from "../delivery/outcomeOfAttempt.ts"
import { sendTimeout, maxAttempts } from "../delivery/nextAttempt.ts"
import { type ClaimedEntry, Outbox } from "../outbox/Outbox.ts"
import { ChatInstallations } from "./ChatInstallations.ts"
import { ChatPosts } from "./ChatPosts.ts"
import { ChatReplyOrder } from "./ChatTurnOrder.ts"
import { openChatOrder } from "./orderChatOutbox.ts"
import { isResponseAddress } from "./isResponseAddress.ts"

const decode = Schema.decodeUnknownEffect(ChatReplyOrder)

/** Posts a reply, unless its URL is no longer at the installation's response host. */
const post = Effect.fnUntraced(function* ({ installationXid, orderId, sealed }: ChatReplyOrder) {
  if (sealed === null) return refused("nothing left to post")
  const { responseUrl, text } = yield* openChatOrder(orderId, sealed)
  const installation = yield* ChatInstallations.use(({ findActive }) => findActive(installationXid))
  const host = Option.match(installation, { onNone: () => null, onSome: ({ responseHost }) => responseHost })
  if (responseUrl === null || !isResponseAddress(responseUrl, host))
    return refused("not an address of the installation")
  return yield* ChatPosts.use((posts) => posts.post(responseUrl, text))
})

/**
 * Makes one attempt to post a reply to a user of a chat platform: at-least-once, with the same maximum of attempts as
 * invites. The text is removed once the order is settled.
 */
export const postChatReply = Effect.fnUntraced(function* (entry: ClaimedEntry) {
  const order = yield* Effect.orDie(decode(entry.payload))
  const outcome =
    entry.attempts > maxAttempts
      ? deferred("the last attempt did not end")
      : yield* post(order).pipe(
          Effect.timeoutOrElse({ duration: sendTimeout, orElse: () => Effect.succeed(deferred("timeout")) })
        )
  const settled = yield* outcomeOfAttempt(entry, { ...order, sealed: null }, outcome, {
    what: "An answer to a chat",
    channel: "chat"
  })
  yield* Outbox.use((outbox) => outbox.updateClaimed(entry, settled))
  return settled.status === "pending" ? ("deferred" as const) : settled.status
})
