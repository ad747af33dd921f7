import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The token belongs to no invite that this member may accept; the reason is not disclosed (MEM-119). */
export class InviteMissing extends Schema.TaggedError<InviteMissing>()("InviteMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "invite_not_found", title: "No such invite" }
  override get message() {
    return "There is no such invite"
  }
}
