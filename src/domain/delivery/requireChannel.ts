import { Effect } from "effect"
import { Delivery } from "./Delivery.ts"
import { ChannelUnavailable } from "./DeliveryErrors.ts"
import type { Channel } from "./Message.ts"

/** Fails unless this deployment supports the channel, so that no message is queued that cannot be sent. */
export const requireChannel = Effect.fnUntraced(function* (channel: Channel) {
  const { channels } = yield* Delivery
  if (!channels.has(channel)) return yield* new ChannelUnavailable({ channel })
})
