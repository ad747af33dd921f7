import { Context, type Effect } from "effect"
import type { Channel, DeliveryOutcome, Message } from "./Message.ts"

/** Sends messages to people, one at a time. */
export class Delivery extends Context.Service<
  Delivery,
  {
    /** The channels that this deployment sends by. */
    readonly channels: ReadonlySet<Channel>
    /** Where the link of an invite leads; its token is added as the parameter `token`. */
    readonly inviteUrl: string
    /** Answers within `longestSending`. Whatever goes wrong on the way is an outcome. */
    readonly send: (message: Message) => Effect.Effect<DeliveryOutcome>
  }
>()("hub/domain/delivery/Delivery") {}
