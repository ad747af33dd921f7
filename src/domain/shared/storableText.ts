import { Schema } from "effect"

/** Checks that PostgreSQL can store a text: it holds neither NUL nor lone surrogates. */
export const storableText = Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0"), {
  expected: "a text without NUL and lone surrogates"
})
