import { Schema } from "effect"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryIds } from "../surface/schemas/QueryIds.ts"

/** The venues of a list, by document id (PAR-057). */
export const propertyIds = Schema.optionalKey(QueryIds).pipe(
  Schema.annotateEncoded({ description: "Only these venues; each must be within reach" })
)

/** Part of the name of the listed records. */
export const namePart = Schema.optionalKey(PlainText(100)).annotateKey({
  description: "Part of the name, matched literally; ignores case and accents"
})

export const programId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the program" }))

export const venueId = PathText.pipe(Schema.annotateEncoded({ description: "Document id of the venue" }))
