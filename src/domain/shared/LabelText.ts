import { Schema } from "effect"
import { characters } from "./characters.ts"

/** A user-chosen name: one line, not blank. */
export const LabelText = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    Schema.isPattern(/^(?=.*\S)[^\p{Cc}\u2028\u2029]+$/u, {
      expected: "text in one line that is not blank",
      toJsonSchema: () => ({})
    })
  )

/** Multi-line text, without NUL, which PostgreSQL cannot store. */
export const LongText = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    Schema.isPattern(/^[^\0]*$/u, { expected: "text without a NUL character", toJsonSchema: () => ({}) })
  )
