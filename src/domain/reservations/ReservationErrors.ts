import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

export class LegacyReservationMissing extends Schema.TaggedError<LegacyReservationMissing>()(
  "LegacyReservationMissing",
  {}
) {
  static readonly failure: Failure = {
    kind: "missing",
    code: "legacy_booking_not_found",
    title: "No such legacy booking"
  }
  override get message() {
    return "There is no legacy booking with this document id"
  }
}
