import { Effect, Schema } from "effect"
import { issuesOf } from "../surface/requestIssues.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"

/** Decodes fields with a schema. Unknown fields are ignored, because providers add new ones (INT-045). */
export const decodeFields = <A>(
  schema: Schema.ConstraintDecoder<A>,
  fields: unknown
): Effect.Effect<A, RequestInvalid> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(schema, { errors: "all" })(fields),
    (cause) => new RequestInvalid(issuesOf({ cause }, "body"))
  )
