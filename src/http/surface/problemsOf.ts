import { Predicate, Schema } from "effect"
import { commonStatuses, type Envelope } from "./Envelope.ts"
import { FieldError } from "./FieldError.ts"

const title = "A problem details object (RFC 9457)"

/**
 * Failures as RFC 9457 problems (HUB-088, HUB-089). Any fault of a body is a 400 (HUB-076). `challenge` is what a 401
 * says of the credential that is needed (RFC 9110 section 11.6.1).
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
      type: Schema.Literal(`urn:hub:problem:${code}`).annotateKey({ description: "URN of the code" }),
      title: Schema.String.annotateKey({ description: "What the code means" }),
      status: Schema.Literal(status).annotateKey({ description: "The status of the response" }),
      detail: Schema.String.annotateKey({ description: "What went wrong, for people" }),
      instance: Schema.String.annotateKey({ description: "Path of the request" }),
      code: Schema.Literal(code).annotateKey({ description: "What went wrong, for programs: match on it" }),
      requestId: Schema.String.annotateKey({ description: "Id of the request, as in `X-Request-ID`" }),
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
        description: "Facts of the failure, such as the current version"
      }),
      errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
        description: "Each place of the request that does not fit"
      })
    }).annotate({ identifier: `Problem_${code}`, title, description: failure.title }),
  factsOf: ({ details, errors }) => ({
    ...(Predicate.isObject(details) ? details : undefined),
    ...(errors === undefined ? undefined : { issues: errors })
  })
})
