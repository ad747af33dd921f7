import { Schema } from "effect"

/** A free-form name in a path. Nothing is named with a NUL, and no store takes one. */
export const PathText = Schema.String.check(Schema.isPattern(/^[^\0]+$/u, { expected: "text without a NUL character" }))
