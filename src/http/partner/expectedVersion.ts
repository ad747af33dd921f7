import { Schema } from "effect"

/** The field of a change that is made only to the version that its client has seen (PAR-131). */
export const expectedVersion = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))
).annotateKey({ description: "The version that the change is made to: with another current one it is refused" })
