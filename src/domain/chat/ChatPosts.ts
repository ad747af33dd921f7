import { Context, type Effect } from "effect"
import type { DeliveryOutcome } from "../delivery/Message.ts"

/** Posts answers to chat platforms, one at a time. */
export class ChatPosts extends Context.Service<
  ChatPosts,
  {
    /** Returns within `sendTimeout`. Every failure is an outcome; redirects are not followed. */
    readonly post: (address: string, text: string) => Effect.Effect<DeliveryOutcome>
  }
>()("hub/domain/chat/ChatPosts") {}
