import { Schema } from "effect"
import { characters } from "../shared/characters.ts"

/** A short text in a file that every store can hold: trimmed, without NUL and lone surrogates. */
export const ImportText = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0") && text.trim() === text, {
      expected: "a text without NUL and without spaces around it"
    })
  )
