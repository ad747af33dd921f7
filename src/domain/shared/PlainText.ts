import { Schema } from "effect"
import { characters } from "./characters.ts"

/** Text in one line: any characters but those that control, since no store takes a NUL. */
export const PlainText = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.isPattern(/^[^\p{Cc}]+$/u, { expected: "text without control characters", toJsonSchema: () => ({}) })
  )
