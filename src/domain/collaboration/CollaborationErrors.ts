import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const missing: Failure = { kind: "missing", code: "not_found", title: "Not found" }

/** Unknown, deleted, of another workspace, or not for the operator: indistinguishable (INT-008, INT-010). */
export class SubjectMissing extends Schema.TaggedError<SubjectMissing>()("SubjectMissing", {}) {
  static readonly failure = missing
  override get message() {
    return "There is no such Action or message in this workspace"
  }
}

/**
 * Unknown, deleted, of another workspace, or about something invisible to the operator: indistinguishable (INT-015).
 */
export class CommentMissing extends Schema.TaggedError<CommentMissing>()("CommentMissing", {}) {
  static readonly failure = missing
  override get message() {
    return "There is no such comment in this workspace"
  }
}

/** Another operator's comment, which the caller may see but not change (INT-015, A-161). */
export class CommentOfAnother extends Schema.TaggedError<CommentOfAnother>()("CommentOfAnother", {}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "comment_of_another",
    title: "The comment belongs to another operator"
  }
  override get message() {
    return "Only its author can edit or delete a comment"
  }
}

/** A mentioned operator is unknown, inactive, or does not see the subject of the comment. */
export class MentionRefused extends Schema.TaggedError<MentionRefused>()("MentionRefused", { field: Schema.String }) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "mention_not_eligible",
    title: "The mentioned operator cannot see the comment"
  }
  override get message() {
    return `${this.field} does not identify an operator who can see the subject of the comment`
  }
}

/** Unknown, of another workspace, another operator's, or about something invisible to the operator (INT-008). */
export class AttentionMissing extends Schema.TaggedError<AttentionMissing>()("AttentionMissing", {}) {
  static readonly failure = missing
  override get message() {
    return "There is no such attention item of the operator in this workspace"
  }
}

/** A snooze must end in the future, within 366 days. */
export class SnoozeRefused extends Schema.TaggedError<SnoozeRefused>()("SnoozeRefused", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_snooze",
    title: "The end of the snooze is not valid"
  }
  override get message() {
    return "`until` must be in the future, at most 366 days ahead"
  }
}
