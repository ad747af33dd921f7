import { Schema } from "effect"
import { characters } from "../../domain/shared/characters.ts"

/** Text that a person types into a search box, in one line; no store takes a NUL. */
export const QueryText = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.isPattern(/^[^\p{Cc}]+$/u, { expected: "text without control characters", toJsonSchema: () => ({}) })
  )
