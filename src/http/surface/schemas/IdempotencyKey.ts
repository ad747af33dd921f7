import { Schema } from "effect"

/** The Idempotency-Key header of hub and operator writes (HUB-054, HUB-055). */
export const IdempotencyKey = Schema.String.check(
  Schema.isBetweenLength(8, 180, {
    expected: "8 to 180 characters",
    toJsonSchema: () => ({ minLength: 8, maxLength: 180 })
  }),
  Schema.isPattern(/^[A-Za-z0-9_:-]+$/u, { expected: "letters, digits and _ : - only" })
).annotateKey({
  description: "Unquoted string that identifies the write. Reuse it to retry; send a new one for a new transition."
})
