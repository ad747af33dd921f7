import { Predicate, Schema } from "effect"
import type { FailureKind } from "../../domain/shared/Failure.ts"
import { commonStatuses, declaredIn, type Envelope } from "../surface/Envelope.ts"
import { FieldError } from "../surface/FieldError.ts"

/** The `type` of a failure, which clients can fall back on for unknown codes (PAR-129). */
const types: Record<FailureKind, string> = {
  invalid: "validation_error",
  unauthenticated: "authentication_error",
  forbidden: "permission_error",
  missing: "not_found_error",
  wrongMethod: "validation_error",
  conflict: "conflict_error",
  idempotency: "idempotency_error",
  tooLarge: "payload_error",
  unsupported: "payload_error",
  limited: "rate_limit_error",
  internal: "api_error",
  upstream: "api_error",
  unavailable: "api_error"
}

const missingScope = "missing_scope"

/** Renames permissions to scopes, as this surface calls them (PAR-132). */
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
        description: "Group of the code, for codes that a client does not know"
      }),
      timestamp: Schema.String.annotate({ format: "date-time" }).annotateKey({
        description: "When the failure happened"
      }),
      code: Schema.Literal(code).annotateKey({ description: "What went wrong, for programs: match on it" }),
      message: Schema.String.annotateKey({ description: "What went wrong, for people" }),
      details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).annotateKey({
        description: "Facts of the failure, such as the scopes that are missing"
      }),
      errors: Schema.optionalKey(Schema.Array(FieldError)).annotateKey({
        description: "Each place of the request that does not fit"
      })
    }).annotate({ identifier: `PartnerFailure_${code}`, description: failure.title }),
  factsOf: ({ details, errors }) => {
    const facts = Predicate.isObject(details) ? details : {}
    return { ...facts, requiredPermissions: facts["requiredScopes"], issues: errors }
  }
}

export const partnerFailure = declaredIn(partnerFailures)
