import { Effect } from "effect"
import { Delivery } from "./Delivery.ts"
import { ChannelUnavailable } from "./DeliveryErrors.ts"
import type { Channel } from "./Message.ts"

/** Fails unless this deployment sends by the channel, so that nothing is promised that nobody sends. */
export const requireChannel = Effect.fnUntraced(function* (channel: Channel) {
  const { channels } = yield* Delivery
  if (!channels.has(channel)) return yield* new ChannelUnavailable({ channel })
})
