import { Schema } from "effect"

/** Checks the length of a text in code points, as JSON Schema counts: an emoji is one (MEM-034). */
export const characters = (minimum: number, maximum: number) =>
  Schema.isBetweenCodePoints(minimum, maximum, {
    expected: `${minimum} to ${maximum} characters`,
    toJsonSchema: () => ({ minLength: minimum, maxLength: maximum })
  })
