import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const forbidden = (code: string, title: string): Failure => ({ kind: "forbidden", code, title })

/** The integration never had a grant, like any key created by a widget (HUB-034, HUB-082). */
export class GrantRequired extends Schema.TaggedError<GrantRequired>()("GrantRequired", {}) {
  static readonly failure = forbidden("grant_required", "A messaging grant is required")
  override get message() {
    return "An operator grants messaging to an integration in the settings of the workspace"
  }
}

export class GrantInactive extends Schema.TaggedError<GrantInactive>()("GrantInactive", {
  reason: Schema.Literals(["grant_deactivated", "organization_not_activated"])
}) {
  static readonly failure = forbidden("grant_inactive", "The messaging grant is not active")
  override get message() {
    return this.reason === "grant_deactivated"
      ? "The messaging grant was deactivated"
      : "Messaging is not activated for the organization"
  }
}

/** Existing and unknown workspaces are indistinguishable (HUB-026). */
export class WorkspaceNotGranted extends Schema.TaggedError<WorkspaceNotGranted>()("WorkspaceNotGranted", {}) {
  static readonly failure = forbidden("workspace_not_granted", "The workspace is not granted")
  override get message() {
    return "The scope must be the exact id of a workspace granted to the integration"
  }
}

/** Events concern messages and Actions, so at least one of them must be readable (HUB-036). */
export class UnderlyingPermissionRequired extends Schema.TaggedError<UnderlyingPermissionRequired>()(
  "UnderlyingPermissionRequired",
  {}
) {
  static readonly failure = forbidden("underlying_permission_required", "A permission on the resources is required")
  override get message() {
    return "Events also require hub:api:threads:read or hub:api:actions:read"
  }
}

/** Unknown, of another organization, or without a conversation in the workspace: indistinguishable (HUB-028). */
export class GuestMissing extends Schema.TaggedError<GuestMissing>()("GuestMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "Not found" }
  override get message() {
    return "The guest has no conversation in this workspace"
  }
}

/** Events after the cursor have been removed; a poller restarts at `oldestSequence` - 1, or at 0 (HUB-051). */
export class EventCursorExpired extends Schema.TaggedError<EventCursorExpired>()("EventCursorExpired", {
  oldestSequence: Schema.Int
}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "event_cursor_expired",
    title: "The event cursor is older than the retained events"
  }
  override get message() {
    return `Events before sequence ${this.oldestSequence} have been removed: read all resources again, then continue with after=${this.oldestSequence - 1}`
  }
}
