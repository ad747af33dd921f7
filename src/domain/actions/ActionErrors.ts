import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const conflict = (code: string, title: string): Failure => ({ kind: "conflict", code, title })

/** Unknown, of another workspace or organization, or outside the audience: indistinguishable (HUB-030, HUB-058). */
export class ActionMissing extends Schema.TaggedError<ActionMissing>()("ActionMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "Not found" }
  override get message() {
    return "There is no such Action in this workspace"
  }
}

/** Finished and cancelled Actions are final (DOMAIN 3.1). */
export class ActionClosed extends Schema.TaggedError<ActionClosed>()("ActionClosed", {}) {
  static readonly failure = conflict("action_closed", "The Action is closed")
  override get message() {
    return "The Action is finished or cancelled"
  }
}

export class ActionAlreadyOwned extends Schema.TaggedError<ActionAlreadyOwned>()("ActionAlreadyOwned", {}) {
  static readonly failure = conflict("action_already_owned", "The Action has an owner")
  override get message() {
    return "Only an Action without an owner can be claimed"
  }
}

/** A release needs an owner, whoever it is; finishing and cancelling need the caller to be it. */
export class ActionNotOwned extends Schema.TaggedError<ActionNotOwned>()("ActionNotOwned", {
  move: Schema.optionalKey(Schema.Literal("release"))
}) {
  static readonly failure = conflict("action_not_owned", "The Action is not owned by the caller")
  override get message() {
    return this.move === "release"
      ? "Only an Action with an owner can be released"
      : "Only the owner of an Action can finish or cancel it"
  }
}

/** `expectedVersion` is not the Action's current version (HUB-068). */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {}) {
  static readonly failure = conflict("version_conflict", "The Action has changed")
  override get message() {
    return "The Action has changed since it was read; read it again"
  }
}

/** The designated owner of an Action is unknown, or lacks access to its workspace and audience (INT-014). */
export class OwnerRefused extends Schema.TaggedError<OwnerRefused>()("OwnerRefused", { field: Schema.String }) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "owner_not_eligible",
    title: "The designated owner cannot own the Action"
  }
  override get message() {
    return `${this.field} does not identify anyone with access to this workspace and the audience of the Action`
  }
}
