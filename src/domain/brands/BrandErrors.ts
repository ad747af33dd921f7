import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The core API returned no usable response (HUB-022). The cause is logged, never exposed. */
export class CoreUnavailable extends Schema.TaggedError<CoreUnavailable>()("CoreUnavailable", {}) {
  static readonly failure: Failure = {
    kind: "upstream",
    code: "core_unavailable",
    title: "The core API did not answer"
  }
  override get message() {
    return "The core API, which serves brands, returned no usable response; try again"
  }
}

/** The core API is not called: its circuit is open, or it is not configured (HUB-022). */
export class CoreNotReady extends Schema.TaggedError<CoreNotReady>()("CoreNotReady", {}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "service_unavailable",
    title: "The service cannot answer now"
  }
  override get message() {
    return "Brands cannot be read at the moment; try again in a few seconds"
  }
}

/** The core API does not recognise the position to continue from (HUB-020). */
export class CorePositionUnknown extends Schema.TaggedError<CorePositionUnknown>()("CorePositionUnknown", {}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_cursor",
    title: "The cursor is not valid"
  }
  override get message() {
    return "The cursor is no longer valid; start again without it"
  }
}
