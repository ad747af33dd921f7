import { Context, type Effect } from "effect"
import type { DeliveryOutcome } from "../delivery/Message.ts"

/** Posts answers to chat platforms, one at a time. */
export class ChatPosts extends Context.Service<
  ChatPosts,
  {
    /** Answers within `longestSending`. Whatever goes wrong on the way is an outcome; a redirection is not followed. */
    readonly post: (address: string, text: string) => Effect.Effect<DeliveryOutcome>
  }
>()("hub/domain/chat/ChatPosts") {}
