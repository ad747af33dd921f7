import { Schema } from "effect"

/** The header of a write of the hub and of operators (HUB-054, HUB-055). */
export const IdempotencyKey = Schema.String.check(
  Schema.isBetweenLength(8, 180, {
    expected: "8 to 180 characters",
    toJsonSchema: () => ({ minLength: 8, maxLength: 180 })
  }),
  Schema.isPattern(/^[A-Za-z0-9_:-]+$/u, { expected: "letters, digits and _ : - only" })
).annotateKey({ description: "A bare string: the same one for a retry, a new one for a new transition" })
