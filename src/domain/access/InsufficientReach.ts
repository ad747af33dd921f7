import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/**
 * The row is within reach, but changing it would affect venues that are not; only a caller with all venues may. The
 * caller can read the row, so the refusal discloses nothing (DOMAIN 1.7, A-101).
 */
export class InsufficientReach extends Schema.TaggedError<InsufficientReach>()("InsufficientReach", {
  reason: Schema.Literal("all_venues_required")
}) {
  static readonly failure: Failure = {
    kind: "forbidden",
    code: "insufficient_reach",
    title: "The change affects venues that are out of reach"
  }
  override get message() {
    return "The change affects venues out of reach: it requires a credential for all venues"
  }
}
