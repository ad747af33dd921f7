import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** An integration created by a widget can never be granted messaging (HUB-082, INT-016). */
export class WidgetIntegration extends Schema.TaggedError<WidgetIntegration>()("WidgetIntegration", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "widget_integration",
    title: "The integration was created by a widget"
  }
  override get message() {
    return "Create an integration in the settings; one created by a widget cannot be granted messaging"
  }
}

/** The requested expiry of a key has already passed; `field` is the request field. */
export class KeyExpiryPassed extends Schema.TaggedError<KeyExpiryPassed>()("KeyExpiryPassed", {
  field: Schema.String
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "expiry_passed",
    title: "The key would already be expired"
  }
  override get message() {
    return `${this.field} must be in the future`
  }
}

/** The maximum is reached: integrations of the organization, or current keys of the integration. */
export class SettingsLimitReached extends Schema.TaggedError<SettingsLimitReached>()("SettingsLimitReached", {
  what: Schema.Literals(["integrations", "keys"]),
  most: Schema.Int
}) {
  static readonly failure: Failure = { kind: "conflict", code: "limit_reached", title: "The limit is reached" }
  override get message() {
    return this.what === "keys"
      ? `An integration has at most ${this.most} current keys; revoke one first`
      : `An organization has at most ${this.most} integrations`
  }
}
