import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Messaging is switched off in this deployment (HUB-006). */
export class MessagingDisabled extends Schema.TaggedError<MessagingDisabled>()("MessagingDisabled", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "messaging_disabled",
    title: "Messaging is disabled"
  }
  override get message() {
    return "Messaging is disabled in this deployment"
  }
}
