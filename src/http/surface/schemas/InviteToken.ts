import { Schema } from "effect"

const pattern = /^[\x21-\x7e]{1,200}$/u

/** The token of an invite or of an invite link. */
export const InviteToken = Schema.String.check(
  Schema.isPattern(pattern, {
    expected: "a token of 1 to 200 printable characters",
    toJsonSchema: () => ({ pattern: pattern.source, maxLength: 200 })
  })
)
