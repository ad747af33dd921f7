import { Schema } from "effect"
import type { Failure } from "./Failure.ts"

/** `expectedVersion` is not the row's current version; nothing changed (PAR-131). */
export class StaleVersion extends Schema.TaggedError<StaleVersion>()("StaleVersion", { currentVersion: Schema.Int }) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "version_conflict",
    title: "The record has changed"
  }
  override get message() {
    return `The record has changed since it was read; its version is now ${this.currentVersion}`
  }
}

/** Other rows still use this one; `usedBy` names their kind (PAR-131). */
export class ResourceInUse extends Schema.TaggedError<ResourceInUse>()("ResourceInUse", { usedBy: Schema.String }) {
  static readonly failure: Failure = { kind: "conflict", code: "resource_in_use", title: "The record is in use" }
  override get message() {
    return `The record is used by ${this.usedBy}`
  }
}

/** The value of the unique `field` is taken (PAR-131). */
export class DuplicateResource extends Schema.TaggedError<DuplicateResource>()("DuplicateResource", {
  field: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "duplicate_resource",
    title: "The record already exists"
  }
  override get message() {
    return `A record with this ${this.field} already exists`
  }
}

/** The status of the row does not allow the change; nothing changed. `reason` says what is required (DOMAIN 8.3). */
export class StateConflict extends Schema.TaggedError<StateConflict>()("StateConflict", {
  currentStatus: Schema.String,
  reason: Schema.optionalKey(Schema.Literals(["tier_required"]))
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "invalid_state_transition",
    title: "Not allowed in the current status"
  }
  override get message() {
    return this.reason === "tier_required"
      ? "A program needs a tier to be active"
      : `The record is ${this.currentStatus}`
  }
}
