import { Schema } from "effect"
import { maxInt } from "../../domain/shared/maxInt.ts"

/** The field that makes a change conditional on the version that the client has seen (PAR-131). */
export const expectedVersion = Schema.optionalKey(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxInt }))
).annotateKey({ description: "Expected version of the record; the change is refused if the current version differs" })
