import { Schema } from "effect"
import { characters } from "./characters.ts"

/** One line of text without control characters. */
export const PlainText = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    Schema.isPattern(/^[^\p{Cc}]+$/u, { expected: "text without control characters", toJsonSchema: () => ({}) })
  )
