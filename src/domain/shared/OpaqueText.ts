import { Schema } from "effect"
import { characters } from "./characters.ts"

/** What another system calls something, such as a stay (DOMAIN 6): any characters but those that control. */
export const OpaqueText = Schema.String.check(
  characters(1, 180),
  Schema.isPattern(/^\P{Cc}+$/u, { expected: "text without control characters", toJsonSchema: () => ({}) })
)
