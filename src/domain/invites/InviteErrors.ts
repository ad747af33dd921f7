import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** No invite that this member may accept has the token: why is told to nobody (MEM-119). */
export class InviteMissing extends Schema.TaggedError<InviteMissing>()("InviteMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "invite_not_found", title: "No such invite" }
  override get message() {
    return "There is no such invite"
  }
}
