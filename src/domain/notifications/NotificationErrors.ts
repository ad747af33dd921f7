import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** Unknown or another member's: indistinguishable (MEM-107). */
export class NotificationMissing extends Schema.TaggedError<NotificationMissing>()("NotificationMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "notification_not_found", title: "No such notification" }
  override get message() {
    return "There is no such notification"
  }
}
