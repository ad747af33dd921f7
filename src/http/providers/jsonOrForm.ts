import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/**
 * The body as a form. The encoding is annotated on a wrapper, so that the document has one component for both
 * encodings.
 */
const asForm = <S extends Schema.Top>(body: S) =>
  body.pipe(Schema.decodeTo(Schema.toType(body)), HttpApiSchema.asFormUrlEncoded())

/** The bodies of a callback, each accepted as JSON and as a form. */
export const jsonOrForm = <const Bodies extends ReadonlyArray<Schema.Top>>(bodies: Bodies) => [
  ...bodies,
  ...bodies.map((body: Bodies[number]) => asForm(body))
]
