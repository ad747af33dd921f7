import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

const invalid = (code: string, title: string): Failure => ({ kind: "invalid", code, title })

export class IdempotencyKeyRequired extends Schema.TaggedError<IdempotencyKeyRequired>()("IdempotencyKeyRequired", {}) {
  static readonly failure = invalid("idempotency_key_required", "The Idempotency-Key header is missing")
  override get message() {
    return "Every POST, PUT, PATCH and DELETE needs an Idempotency-Key header of 1 to 255 characters"
  }
}

export class IdempotencyKeyTooLong extends Schema.TaggedError<IdempotencyKeyTooLong>()("IdempotencyKeyTooLong", {}) {
  static readonly failure = invalid("idempotency_key_too_long", "The Idempotency-Key header is too long")
  override get message() {
    return "An Idempotency-Key has at most 255 characters"
  }
}

/** The key belongs to another request of the tenant (PAR-121). */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {
  static readonly failure: Failure = {
    kind: "idempotency",
    code: "idempotency_key_reused",
    title: "The Idempotency-Key belongs to another request"
  }
  override get message() {
    return "This Idempotency-Key was used for another request: method, path, query or body differ"
  }
}

/** The first request with the key has not been answered yet (PAR-122). */
export class IdempotencyInFlight extends Schema.TaggedError<IdempotencyInFlight>()("IdempotencyInFlight", {}) {
  static readonly failure: Failure = {
    kind: "idempotency",
    code: "idempotency_in_flight",
    title: "The first request with this Idempotency-Key is still in flight"
  }
  override get message() {
    return "The first request with this Idempotency-Key is still in flight: retry shortly"
  }
}
