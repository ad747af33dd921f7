import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** An integration that a widget made has no messaging, now or later (HUB-082, INT-016). */
export class WidgetIntegration extends Schema.TaggedError<WidgetIntegration>()("WidgetIntegration", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "widget_integration",
    title: "The integration was made by a widget"
  }
  override get message() {
    return "Make an integration in the settings; one that a widget made is granted no messaging"
  }
}

/** A key that would have ended before it is made; `field` is where the request says so. */
export class KeyExpiryPassed extends Schema.TaggedError<KeyExpiryPassed>()("KeyExpiryPassed", {
  field: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "expiry_passed",
    title: "The key would have expired already"
  }
  override get message() {
    return `${this.field} must lie in the future`
  }
}

/** There are as many as may be: integrations of the organization, or keys of the integration that have not ended. */
export class SettingsLimitReached extends Schema.TaggedError<SettingsLimitReached>()("SettingsLimitReached", {
  what: Schema.Literals(["integrations", "keys"]),
  most: Schema.Int
}) {
  static readonly failure: Failure = { kind: "conflict", code: "limit_reached", title: "There are as many as may be" }
  override get message() {
    return this.what === "keys"
      ? `An integration has at most ${this.most} keys that have not ended; revoke one first`
      : `An organization has at most ${this.most} integrations`
  }
}
