import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The link is unknown, used, expired, or of another organization: indistinguishable (INT-043). */
export class ChatLinkMissing extends Schema.TaggedError<ChatLinkMissing>()("ChatLinkMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "chat_link_not_found", title: "No such chat link" }
  override get message() {
    return "Request a new link in the chat: it can be used once, within ten minutes"
  }
}

/** The operator states another user of the chat platform than the link was created for (INT-043). */
export class ExternalUserMismatch extends Schema.TaggedError<ExternalUserMismatch>()("ExternalUserMismatch", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "external_user_mismatch",
    title: "The link was created for another user"
  }
  override get message() {
    return "Enter your own user id as the chat shows it with the link; do not confirm a link of somebody else"
  }
}

/** The user of the chat platform is already linked to an operator. */
export class ChatIdentityTaken extends Schema.TaggedError<ChatIdentityTaken>()("ChatIdentityTaken", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "chat_identity_taken",
    title: "The chat user is already linked"
  }
  override get message() {
    return "Remove the existing link of the chat user first"
  }
}
