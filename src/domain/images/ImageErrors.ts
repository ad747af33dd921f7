import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { Overload } from "../shared/Overload.ts"

/** The bytes are not of an accepted image type, whatever their file name or declared type (PAR-084). */
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

/** The image is incomplete, or decoding it would exceed the service's limits. */
export class ImageUnreadable extends Schema.TaggedError<ImageUnreadable>()("ImageUnreadable", {
  reason: Schema.String
}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_parameter", title: "The image cannot be read" }
  override get message() {
    return this.reason
  }
}

/** The time limit of decoding passed while other work kept the processor busy, so the image may well be valid. */
export class DecodingStarved extends Overload {
  readonly _tag = "DecodingStarved"
  constructor() {
    super({ message: "The processor is too busy to decode an image" })
  }
}
