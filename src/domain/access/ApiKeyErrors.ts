import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** A key cannot be made as asked for. */
export class ApiKeyInvalid extends Schema.TaggedError<ApiKeyInvalid>()("ApiKeyInvalid", {
  problems: Schema.Array(Schema.String)
}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_key", title: "The key cannot be made" }
  override get message() {
    return this.problems.join("\n")
  }
}

/** A key that has run out or was revoked has no successor: make a new one. */
export class ApiKeyEnded extends Schema.TaggedError<ApiKeyEnded>()("ApiKeyEnded", { id: Schema.String }) {
  static readonly failure: Failure = { kind: "conflict", code: "key_ended", title: "The key has ended" }
  override get message() {
    return `Key ${this.id} has expired or was revoked`
  }
}
