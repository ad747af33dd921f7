import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

export class ApiKeyMissing extends Schema.TaggedError<ApiKeyMissing>()("ApiKeyMissing", { id: Schema.String }) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "No such key" }
  override get message() {
    return `No key ${this.id}`
  }
}

/** The requested key cannot be created. */
export class KeyRequestInvalid extends Schema.TaggedError<KeyRequestInvalid>()("KeyRequestInvalid", {
  problems: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_key", title: "The key cannot be created" }
  override get message() {
    return this.problems.join("\n")
  }
}

/** A rotated key cannot be rotated again: it expires at the end of its overlap. */
export class ApiKeyReplaced extends Schema.TaggedError<ApiKeyReplaced>()("ApiKeyReplaced", {
  id: Schema.String,
  by: Schema.String
}) {
  static readonly failure: Failure = { kind: "conflict", code: "key_replaced", title: "The key has been rotated" }
  override get message() {
    return `Key ${this.id} was rotated before: rotate its successor ${this.by}`
  }
}

/** An expired or revoked key cannot be rotated: create a new one. */
export class ApiKeyEnded extends Schema.TaggedError<ApiKeyEnded>()("ApiKeyEnded", { id: Schema.String }) {
  static readonly failure: Failure = { kind: "conflict", code: "key_ended", title: "The key is expired or revoked" }
  override get message() {
    return `Key ${this.id} has expired or was revoked`
  }
}
