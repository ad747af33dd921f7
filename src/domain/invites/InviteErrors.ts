import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { InviteStatus } from "./GuestInvite.ts"

/** The token belongs to no invite that this member may accept; the reason is not disclosed (MEM-119). */
export class InviteMissing extends Schema.TaggedError<InviteMissing>()("InviteMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "invite_not_found", title: "No such invite" }
  override get message() {
    return "There is no such invite"
  }
}

/** The command does not apply in the invite's status; nothing changed (DOMAIN 7.1). */
export class InviteSettled extends Schema.TaggedError<InviteSettled>()("InviteSettled", {
  currentStatus: InviteStatus
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "invalid_state_transition",
    title: "Not allowed in the current status"
  }
  override get message() {
    return `The invite is ${this.currentStatus}`
  }
}

/** The invite would be left without contact, or has none for the channel; `field` is the missing one. */
export class ContactMissing extends Schema.TaggedError<ContactMissing>()("ContactMissing", {
  field: Schema.Literals(["email", "phone"])
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_parameter",
    title: "The invite lacks the contact"
  }
  override get message() {
    return this.field === "email" ? "The invite has no e-mail address" : "The invite has no phone number"
  }
}
