import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** No assistant is configured, or it is unavailable, too slow or refuses to answer (INT-015). */
export class AssistantUnavailable extends Schema.TaggedError<AssistantUnavailable>()("AssistantUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "assistant_unavailable",
    title: "The assistant is not available"
  }
  override get message() {
    return "The assistant did not answer; nothing was stored, and the same request may be sent again"
  }
}

/**
 * Unknown, of another operator or workspace, or no longer within the audience: indistinguishable (INT-013, INT-015).
 */
export class PrivateAnswerMissing extends Schema.TaggedError<PrivateAnswerMissing>()("PrivateAnswerMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "Not found" }
  override get message() {
    return "There is no such private answer in this workspace"
  }
}

/** The question was not about a guest, so there is no thread to publish its answer into (INT-015). */
export class AskedAboutNoGuest extends Schema.TaggedError<AskedAboutNoGuest>()("AskedAboutNoGuest", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "asked_about_no_guest",
    title: "The question was not about a guest"
  }
  override get message() {
    return "Only the answer to a question about a guest can be published, into the thread of that guest"
  }
}

/** An answer can be published only once (INT-015, DOMAIN 3). */
export class AlreadyPublished extends Schema.TaggedError<AlreadyPublished>()("AlreadyPublished", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "already_published",
    title: "The answer is already published"
  }
  override get message() {
    return "The answer is already in the guest's thread"
  }
}
