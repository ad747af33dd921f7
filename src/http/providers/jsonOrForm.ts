import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** As a form. What marks it is beside the encoded schema, so that documents have one component for both. */
const asForm = <S extends Schema.Top>(body: S) =>
  body.pipe(Schema.decodeTo(Schema.toType(body)), HttpApiSchema.asFormUrlEncoded())

/** The bodies of a callback, each taken as JSON and as a form. */
export const jsonOrForm = <const Bodies extends ReadonlyArray<Schema.Top>>(bodies: Bodies) => [
  ...bodies,
  ...bodies.map((body: Bodies[number]) => asForm(body))
]
