import { Predicate, Schema } from "effect"
import { commonStatuses, type Envelope } from "./Envelope.ts"
import { FieldError } from "./schemas/FieldError.ts"

const title = "A problem details object (RFC 9457)"

/**
 * The envelope of RFC 9457 problem details (HUB-088, HUB-089). Every body error is a 400 (HUB-076). `challenge` is the
 * WWW-Authenticate value of a 401 (RFC 9110 section 11.6.1).
 */
export const problemsOf = (challenge: string): Envelope => ({
  contentType: "application/problem+json",
  statuses: { ...commonStatuses, tooLarge: 400, unsupported: 400 },
  code: ({ code, kind }) => {
    if (kind === "tooLarge" || kind === "unsupported" || code === "malformed_json") return "invalid_body"
    return code === "route_not_found" ? "not_found" : code
  },
  body: ({ error, failure, status, facts, request }) => ({
    type: `urn:hub:problem:${failure.code}`,
    title: failure.title,
    status,
    detail: error.message,
    instance: request.path,
    code: failure.code,
    requestId: request.id,
    ...(facts === undefined ? undefined : { details: facts }),
    ...(error.issues === undefined ? undefined : { errors: error.issues })
  }),
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": challenge } : undefined),
  schema: (failure, code, status) =>
    Schema.Struct({
      type: Schema.Literal(`urn:hub:problem:${code}`).annotateKey({
        description: "URN that identifies the problem type"
      }),
      title: Schema.String.annotateKey({ description: "Short summary of the problem type" }),
      status: Schema.Literal(status).annotateKey({ description: "HTTP status code" }),
      detail: Schema.String.annotateKey({ description: "Human-readable explanation of this occurrence" }),
      instance: Schema.String.annotateKey({ description: "Request path" }),
      code: Schema.Literal(code).annotateKey({ description: "Stable, machine-readable failure code" }),
      requestId: Schema.String.annotateKey({ description: "Request id, as in `X-Request-ID`" }),
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
        description: "Structured details of the failure, such as the current version"
      }),
      errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
        description: "Invalid fields of the request"
      })
    }).annotate({ identifier: `Problem_${code}`, title, description: failure.title }),
  factsOf: ({ details, errors }) => ({
    ...(Predicate.isObject(details) ? details : undefined),
    ...(errors === undefined ? undefined : { issues: errors })
  })
})
