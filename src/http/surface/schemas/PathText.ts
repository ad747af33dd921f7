import { Schema } from "effect"

/** A free-form name in a path. NUL is refused because no store accepts it. */
export const PathText = Schema.String.check(Schema.isPattern(/^[^\0]+$/u, { expected: "text without a NUL character" }))
