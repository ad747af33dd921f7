import { Schema } from "effect"
import { characters } from "./characters.ts"

/** A name that people give something, in one line, and not of blanks only. */
export const LabelText = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.isPattern(/^(?=.*\S)[^\p{Cc}\u2028\u2029]+$/u, {
      expected: "text in one line that is not blank",
      toJsonSchema: () => ({})
    })
  )

/** Text of several lines; no store takes a NUL. */
export const LongText = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.isPattern(/^[^\0]+$/u, { expected: "text without a NUL character", toJsonSchema: () => ({}) })
  )
