import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** The bytes are none of the kinds of image that are taken, whatever their name or declared type says (PAR-084). */
export class ImageTypeUnsupported extends Schema.TaggedError<ImageTypeUnsupported>()("ImageTypeUnsupported", {}) {
  static readonly failure: Failure = {
    kind: "unsupported",
    code: "unsupported_media_type",
    title: "The content type is not supported"
  }
  override get message() {
    return "Send a JPEG, PNG or WebP image"
  }
}

/** The bytes are not a whole image, or one whose decoding takes more than the service gives. */
export class ImageUnreadable extends Schema.TaggedError<ImageUnreadable>()("ImageUnreadable", {
  reason: Schema.String
}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_parameter", title: "The image cannot be read" }
  override get message() {
    return this.reason
  }
}
