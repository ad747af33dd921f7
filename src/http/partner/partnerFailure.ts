import { Predicate, Schema } from "effect"
import type { FailureKind } from "../../domain/shared/Failure.ts"
import { commonStatuses, declaredIn, type Envelope } from "../surface/Envelope.ts"
import { FieldError } from "../surface/schemas/FieldError.ts"

/** The `type` of a failure, a fallback for clients that do not know its code (PAR-129). */
const types: Record<FailureKind, string> = {
  invalid: "validation_error",
  unauthenticated: "authentication_error",
  forbidden: "permission_error",
  missing: "not_found_error",
  wrongMethod: "validation_error",
  conflict: "conflict_error",
  idempotency: "idempotency_error",
  tooLarge: "payload_error",
  headTooLarge: "payload_error",
  unsupported: "payload_error",
  limited: "rate_limit_error",
  internal: "api_error",
  upstream: "api_error",
  unavailable: "api_error"
}

const missingScope = "missing_scope"

/** Renames permissions to scopes, the term of this surface (PAR-132). */
const scopesFrom = (facts: Readonly<Record<string, unknown>> | undefined) =>
  facts !== undefined && "requiredPermissions" in facts
    ? { reason: missingScope, requiredScopes: facts["requiredPermissions"] }
    : facts

/** Failures of the Partner API (PAR-128 to PAR-133): clients branch on `code`. */
export const partnerFailures: Envelope = {
  contentType: "application/json",
  statuses: commonStatuses,
  code: ({ code, kind }) => {
    if (code === "permission_denied") return "insufficient_scope"
    return kind === "upstream" || kind === "unavailable" ? "service_unavailable" : code
  },
  body: ({ error, facts, failure, now }) => ({
    type: types[failure.kind],
    timestamp: new Date(now).toISOString(),
    code: failure.code,
    message: error.message,
    ...(facts === undefined ? undefined : { details: scopesFrom(facts) }),
    ...(error.issues === undefined ? undefined : { errors: error.issues })
  }),
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : undefined),
  schema: (failure, code) =>
    Schema.Struct({
      type: Schema.Literal(types[failure.kind]).annotateKey({
        description: "Category of the code; a fallback for codes that the client does not know"
      }),
      timestamp: Schema.String.annotate({ format: "date-time" }).annotateKey({
        description: "When the failure occurred"
      }),
      code: Schema.Literal(code).annotateKey({ description: "Stable, machine-readable failure code" }),
      message: Schema.String.annotateKey({ description: "Human-readable explanation" }),
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
        description: "Structured details of the failure, such as the missing scopes"
      }),
      errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
        description: "Invalid fields of the request"
      })
    }).annotate({ identifier: `PartnerFailure_${code}`, description: failure.title }),
  factsOf: ({ details, errors }) => {
    const facts = Predicate.isObject(details) ? details : {}
    return { ...facts, requiredPermissions: facts["requiredScopes"], issues: errors }
  }
}

export const partnerFailure = declaredIn(partnerFailures)
