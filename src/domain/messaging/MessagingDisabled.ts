import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** This deployment serves no messaging (HUB-006, A-16). */
export class MessagingDisabled extends Schema.TaggedError<MessagingDisabled>()("MessagingDisabled", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "messaging_disabled",
    title: "Messaging is disabled for this deployment"
  }
  override get message() {
    return "Messaging is not available here; brands are"
  }
}
