import { Schema } from "effect"

/** Characters of a `PrintableKey`. */
export const printable = /^[\x20-\x7e]+$/

/** Maximum length of a `PrintableKey`. */
export const maxKeyLength = 255

/** The Idempotency-Key header of partner and member writes (PAR-116, A-23). */
export const PrintableKey = Schema.String.check(
  Schema.isBetweenLength(1, maxKeyLength, {
    expected: `1 to ${maxKeyLength} characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: maxKeyLength })
  }),
  Schema.isPattern(printable, { expected: "printable ASCII characters" })
)
