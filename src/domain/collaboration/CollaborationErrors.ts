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

/** Unknown, deleted, of another workspace, or about what the operator does not see: indistinguishable (INT-015). */
export class CommentMissing extends Schema.TaggedError<CommentMissing>()("CommentMissing", {}) {
  static readonly failure = missing
  override get message() {
    return "There is no such comment in this workspace"
  }
}

/** Another operator's comment, which the caller sees (INT-015, A-161). */
export class CommentOfAnother extends Schema.TaggedError<CommentOfAnother>()("CommentOfAnother", {}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "comment_of_another",
    title: "The comment is another operator's"
  }
  override get message() {
    return "Only its author edits or deletes a comment"
  }
}

/** Who is mentioned is unknown, inactive, or does not see what the comment is about. */
export class MentionRefused extends Schema.TaggedError<MentionRefused>()("MentionRefused", { field: Schema.String }) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "mention_not_eligible",
    title: "Who is mentioned does not see the comment"
  }
  override get message() {
    return `${this.field} names nobody who sees what the comment is about`
  }
}

/** Unknown, of another workspace, another operator's, or about what the operator does not see (INT-008). */
export class AttentionMissing extends Schema.TaggedError<AttentionMissing>()("AttentionMissing", {}) {
  static readonly failure = missing
  override get message() {
    return "There is no such attention item of the operator in this workspace"
  }
}

/** A snooze ends later than now, within a year. */
export class SnoozeRefused extends Schema.TaggedError<SnoozeRefused>()("SnoozeRefused", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_snooze",
    title: "The snooze ends at no such time"
  }
  override get message() {
    return "`until` must be in the future, at most 366 days ahead"
  }
}
