import { Schema } from "effect"

/** The number that the text represents; bounds are inclusive. */
export type NumberContent = {
  readonly type: "integer" | "number"
  readonly minimum: number
  readonly maximum?: number
}

/**
 * A number as parameter text that matches `pattern`. The document generator sees a string that contains JSON of the
 * schema `content` (JSON Schema 2020-12, validation section 8); `documentedParameter` then documents it as that schema.
 */
export const NumberText = (content: NumberContent, pattern: RegExp, expected: string) =>
  Schema.String.annotate({ contentMediaType: "application/json", contentSchema: content }).check(
    Schema.isPattern(pattern, { expected })
  )
