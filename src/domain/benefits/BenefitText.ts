import { Schema } from "effect"
import { characters } from "../shared/characters.ts"

/** One line of text, such as a name: not blank, without control characters. */
export const BenefitLabel = (maxLength: number) =>
  Schema.String.check(
    characters(1, maxLength),
    Schema.isPattern(/^(?=.*\S)[^\p{Cc}\u2028\u2029]*$/u, {
      expected: "text without control characters",
      toJsonSchema: () => ({})
    })
  )

/** The URL of an image; https, because members' apps load it. */
export const ImageUrl = Schema.String.check(
  characters(9, 2000),
  Schema.makeFilter(
    (text: string) => (/^https:\/\/[\x21-\x7e]+$/u.test(text) && URL.canParse(text) ? undefined : "not an https URL"),
    {
      expected: "an https URL",
      toJsonSchema: () => ({ format: "uri", pattern: "^https://" })
    }
  )
)
