import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** This deployment has messaging switched off (HUB-006). */
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
