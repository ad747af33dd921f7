import { Schema } from "effect"
import { characters } from "../shared/characters.ts"

/** Text of one line as people write it, such as a name: not blank, and without control characters. */
export const BenefitLabel = (most: number) =>
  Schema.String.check(
    characters(1, most),
    Schema.isPattern(/^(?=.*\S)[^\p{Cc}\u2028\u2029]*$/u, {
      expected: "text without control characters",
      toJsonSchema: () => ({})
    })
  )

/** Text of several lines. */
export const BenefitText = (most: number) => Schema.String.check(characters(1, most))

/** The address of an image: members' apps load it, so it is https. */
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
