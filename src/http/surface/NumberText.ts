import { Schema } from "effect"

/** The number that a text stands for; bounds are included. */
export type NumberContent = {
  readonly type: "integer" | "number"
  readonly minimum: number
  readonly maximum: number
}

/**
 * A number as the text of a parameter, written as `pattern` says. To the generator of documents it is a text that contains
 * JSON of the schema `content` (JSON Schema 2020-12, validation section 8), which `documentedParameter` shows as that schema.
 */
export const NumberText = (content: NumberContent, pattern: RegExp, expected: string) =>
  Schema.String.annotate({ contentMediaType: "application/json", contentSchema: content }).check(
    Schema.isPattern(pattern, { expected })
  )
