import { Schema } from "effect"

/** Checks the length of a text in characters, which are code points as in JSON Schema: an emoji is one (MEM-034). */
export const characters = (least: number, most: number) =>
  Schema.isBetweenCodePoints(least, most, {
    expected: `${least} to ${most} characters`,
    toJsonSchema: () => ({ minLength: least, maxLength: most })
  })
