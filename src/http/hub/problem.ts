import { Predicate, Schema } from "effect"
import { commonStatuses, declaredIn, type Envelope } from "../surface/Envelope.ts"
import { FieldError } from "../surface/FieldError.ts"

const title = "A problem details object (RFC 9457)"

/** Failures of the hub's external API: RFC 9457 problems (HUB-088, HUB-089). Any fault of a body is a 400 (HUB-076). */
export const problems: Envelope = {
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
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : undefined),
  schema: (failure, code, status) =>
    Schema.Struct({
      type: Schema.Literal(`urn:hub:problem:${code}`),
      title: Schema.String,
      status: Schema.Literal(status),
      detail: Schema.String,
      instance: Schema.String,
      code: Schema.Literal(code),
      requestId: Schema.String,
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
      errors: Schema.optionalKey(Schema.Array(FieldError))
    }).annotate({ identifier: `Problem_${code}`, title, description: failure.title }),
  factsOf: ({ details, errors }) => ({
    ...(Predicate.isObject(details) ? details : undefined),
    ...(errors === undefined ? undefined : { issues: errors })
  })
}

export const problem = declaredIn(problems)
