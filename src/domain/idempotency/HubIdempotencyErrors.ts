import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const conflict = (code: string, title: string): Failure => ({ kind: "idempotency", code, title })

/** The key belongs to another command (HUB-071). */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {}) {
  static readonly failure = conflict("idempotency_conflict", "The Idempotency-Key was used for another command")
  override get message() {
    return "Repeat a key only with the identical command and scope; use a new key for a new transition"
  }
}

/** A request with the same key is still running (HUB-072). */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()("IdempotencyInProgress", {}) {
  static readonly failure = conflict("idempotency_in_progress", "The Idempotency-Key is in progress")
  override get message() {
    return "The first request with this key has not finished; retry shortly"
  }
}
