import { Schema } from "effect"
import { characters } from "../shared/characters.ts"
import { storableText } from "../shared/storableText.ts"

/** A short text in a file that every store can hold, without spaces around it. */
export const ImportText = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    storableText,
    Schema.makeFilter((text: string) => text.trim() === text, { expected: "a text without spaces around it" })
  )
