import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

export class MemberMissing extends Schema.TaggedError<MemberMissing>()("MemberMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "member_not_found", title: "No such member" }
  override get message() {
    return "There is no such member"
  }
}
