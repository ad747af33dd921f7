import { Predicate, Schema } from "effect"
import { commonStatuses, type Envelope } from "../Envelope.ts"
import { FieldError } from "../schemas/FieldError.ts"

/** The documented fields of a failure body. */
export const statusMessageFields = (code: string, status: number) => ({
  statusCode: Schema.Literal(status).annotateKey({ description: "HTTP status code" }),
  message: Schema.String.annotateKey({ description: "Human-readable explanation" }),
  code: Schema.Literal(code).annotateKey({ description: "Stable, machine-readable failure code" }),
  details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
    description: "Structured details of the failure, such as the number of missing points"
  }),
  errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
    description: "Invalid fields of the request"
  })
})

/**
 * The envelope `{ statusCode, message }` with a stable `code` that clients may match on, and details if any (MEM-007).
 * The body never reveals why a credential was refused.
 */
export const statusMessages: Envelope = {
  contentType: "application/json",
  statuses: commonStatuses,
  code: ({ code }) => code,
  body: ({ error, facts, failure, status }) => ({
    statusCode: status,
    message: error.message,
    code: failure.code,
    ...(facts === undefined || failure.kind === "unauthenticated" ? undefined : { details: facts }),
    ...(error.issues === undefined ? undefined : { errors: error.issues })
  }),
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : undefined),
  schema: (failure, code, status) =>
    Schema.Struct(statusMessageFields(code, status)).annotate({
      identifier: `Failure_${code}`,
      description: failure.title
    }),
  factsOf: ({ details, errors }) => ({ ...(Predicate.isObject(details) ? details : undefined), issues: errors })
}
