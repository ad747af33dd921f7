import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The link is unknown, used, over, or of another organization: indistinguishable (INT-043). */
export class ChatLinkMissing extends Schema.TaggedError<ChatLinkMissing>()("ChatLinkMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "chat_link_not_found", title: "No such chat link" }
  override get message() {
    return "Ask for a new link in the chat: it is good once, for ten minutes"
  }
}

/** The operator names another user of the chat platform than the link was made for (INT-043). */
export class ExternalUserMismatch extends Schema.TaggedError<ExternalUserMismatch>()("ExternalUserMismatch", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "external_user_mismatch",
    title: "The link was made for another user"
  }
  override get message() {
    return "Repeat your own user id as the chat shows it with the link; a link of somebody else is not yours to confirm"
  }
}

/** The user of the chat platform is linked to an operator already. */
export class ChatIdentityTaken extends Schema.TaggedError<ChatIdentityTaken>()("ChatIdentityTaken", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "chat_identity_taken",
    title: "The chat user is linked already"
  }
  override get message() {
    return "Remove the present link of the chat user first"
  }
}
