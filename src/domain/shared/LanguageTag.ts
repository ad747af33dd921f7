import { Schema } from "effect"

/** A language tag of any case, as BCP 47 forms it: a language, then subtags. */
export const LanguageTag = Schema.String.check(
  Schema.isMaxLength(35),
  Schema.isPattern(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/u, { expected: "a language tag, such as pt-PT" })
)
