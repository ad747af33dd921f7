import { Schema } from "effect"

/**
 * A free-form name in a path. NUL is refused because no store accepts it; it also stands for what is not percent-encoded
 * UTF-8 (`outermost`).
 */
export const PathText = Schema.String.check(
  Schema.isPattern(/^[^\0]+$/u, { expected: "text in percent-encoded UTF-8 without a NUL character" })
)
