import { Context, type Effect } from "effect"
import type { Channel, DeliveryOutcome, Message } from "./Message.ts"

/** Sends messages to people, one at a time. */
export class Delivery extends Context.Service<
  Delivery,
  {
    /** The channels that this deployment can send through. */
    readonly channels: ReadonlySet<Channel>
    /** The base URL of invite links; the token is added as the parameter `token`. */
    readonly inviteUrl: string
    /** Returns within `sendTimeout`. Every failure is an outcome. */
    readonly send: (message: Message) => Effect.Effect<DeliveryOutcome>
  }
>()("hub/domain/delivery/Delivery") {}
