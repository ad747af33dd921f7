import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The wallet holds fewer points than the charge; nothing was charged. */
export class PointsShort extends Schema.TaggedError<PointsShort>()("PointsShort", {
  required: Schema.Int,
  spendable: Schema.Int
}) {
  static readonly failure: Failure = { kind: "invalid", code: "points_short", title: "Not enough points" }
  override get message() {
    return `Needs ${this.required} points, has ${this.spendable}`
  }
}
