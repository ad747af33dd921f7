import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

export class MemberMissing extends Schema.TaggedError<MemberMissing>()("MemberMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "member_not_found", title: "No such member" }
  override get message() {
    return "There is no such member"
  }
}

/**
 * These two accounts cannot be merged; nothing was changed (DOMAIN 4.5). `too_many_points`: the source holds more points
 * of one asset than one entry of the ledger can.
 */
export class MergeRefused extends Schema.TaggedError<MergeRefused>()("MergeRefused", {
  reason: Schema.Literals(["same_member", "source_closed", "target_closed", "too_many_points"])
}) {
  static readonly failure: Failure = { kind: "conflict", code: "merge_refused", title: "The accounts cannot be merged" }
  override get message() {
    return "The accounts cannot be merged"
  }
}
