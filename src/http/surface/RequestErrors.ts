import { Effect, Schema } from "effect"
import type { Failure } from "../../domain/shared/Failure.ts"
import { FieldError, messageOfFields } from "./schemas/FieldError.ts"

/** `issues`: the first invalid fields, empty if the body is not JSON; `more`: how many further fields are invalid. */
const fields = {
  issues: Schema.Array(FieldError).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  more: Schema.optionalKey(Schema.Int)
}

const invalid = (code: string, title: string): Failure => ({ kind: "invalid", code, title })

export class ParameterInvalid extends Schema.TaggedError<ParameterInvalid>()("ParameterInvalid", fields) {
  static readonly failure = invalid("invalid_parameter", "A parameter is not valid")
  override get message() {
    return messageOfFields(this.issues)
  }
}

export class ParameterMissing extends Schema.TaggedError<ParameterMissing>()("ParameterMissing", fields) {
  static readonly failure = invalid("missing_parameter", "A parameter is missing")
  override get message() {
    return messageOfFields(this.issues)
  }
}

export class BodyInvalid extends Schema.TaggedError<BodyInvalid>()("BodyInvalid", fields) {
  static readonly failure = invalid("invalid_body", "The body is not a valid command")
  override get message() {
    return messageOfFields(this.issues)
  }
}

export class IdempotencyKeyMissing extends Schema.TaggedError<IdempotencyKeyMissing>()(
  "IdempotencyKeyMissing",
  fields
) {
  static readonly failure = invalid("missing_idempotency_key", "The Idempotency-Key header is missing")
  override get message() {
    return "Send an Idempotency-Key header of 8 to 180 characters"
  }
}

export class IdempotencyKeyInvalid extends Schema.TaggedError<IdempotencyKeyInvalid>()(
  "IdempotencyKeyInvalid",
  fields
) {
  static readonly failure = invalid("invalid_idempotency_key", "The Idempotency-Key header is not valid")
  override get message() {
    return "An Idempotency-Key is an unquoted string of 8 to 180 characters from A-Z a-z 0-9 _ : -"
  }
}
