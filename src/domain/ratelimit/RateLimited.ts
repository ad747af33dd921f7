import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** A limit is exhausted; retry after `retryAfterSeconds` whole seconds, at least 1 (HUB-013). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { retryAfterSeconds: Schema.Int }) {
  static readonly failure: Failure = { kind: "limited", code: "rate_limited", title: "Too many requests" }
  override get message() {
    return `Too many requests: retry after ${this.retryAfterSeconds} s`
  }
}
