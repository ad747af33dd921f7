import { Schema } from "effect"
import { characters } from "../shared/characters.ts"

/** A short text of a file, as every store can keep it: no NUL, no half of a surrogate pair, no space around it. */
export const ImportText = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0") && text.trim() === text, {
      expected: "a text without NUL and without spaces around it"
    })
  )
