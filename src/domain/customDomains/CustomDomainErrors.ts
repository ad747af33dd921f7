import { Schema } from "effect"

/** Another organization's domain holds the hostname, being verifying or verified (DOMAIN 8.2). */
export class HostnameHeld extends Schema.TaggedError<HostnameHeld>()("HostnameHeld", { hostname: Schema.String }) {
  override get message() {
    return `Another organization holds ${this.hostname}`
  }
}
