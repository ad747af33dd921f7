import { Predicate, Schema } from "effect"
import { commonStatuses, type Envelope } from "./Envelope.ts"
import { FieldError } from "./FieldError.ts"

/** The fields of a failure of the shape, for documents. */
export const statusMessageFields = (code: string, status: number) => ({
  statusCode: Schema.Literal(status).annotateKey({ description: "The status of the response" }),
  message: Schema.String.annotateKey({ description: "What went wrong, for people" }),
  code: Schema.Literal(code).annotateKey({ description: "What went wrong, for programs: match on it" }),
  details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
    description: "Facts of the failure, such as the points that are missing"
  }),
  errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
    description: "Each place of the request that does not fit"
  })
})

/**
 * `{ statusCode, message }` with a stable `code`, which clients may match on, and details where there are any (MEM-007). Why
 * a credential is refused stays out of the body.
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
