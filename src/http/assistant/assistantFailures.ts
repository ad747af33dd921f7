import { Predicate, Schema } from "effect"
import { type Failure, failureFacts, type FailureInstance } from "../../domain/shared/Failure.ts"
import { commonStatuses, type Envelope } from "../surface/Envelope.ts"
import { challenge } from "./challenge.ts"

/** The error code of JSON-RPC 2.0 section 5.1; -32000 is from the range reserved for servers. */
const rpcCode = ({ code, kind }: Failure) => {
  if (code === "malformed_json") return -32700
  if (kind === "tooLarge" || kind === "unsupported") return -32600
  return kind === "internal" ? -32603 : -32000
}

/** The id of the failed message; null if it could not be read. */
const idOf = (body: unknown) => {
  const id = Predicate.isObject(body) ? body["id"] : undefined
  return Predicate.isString(id) || Predicate.isNumber(id) ? id : null
}

const scopeOf = (error: FailureInstance) => {
  const scope = failureFacts(error)?.["requiredScope"]
  return typeof scope === "string" ? scope : undefined
}

/** Failures of the assistant endpoint: JSON-RPC errors whose data contain our code and details, with an HTTP status. */
export const assistantFailures: Envelope = {
  contentType: "application/json",
  statuses: commonStatuses,
  code: ({ code }) => code,
  body: ({ error, facts, failure, request }) => ({
    jsonrpc: "2.0",
    id: idOf(request.body),
    error: {
      code: rpcCode(failure),
      message: error.message,
      data: {
        code: failure.code,
        requestId: request.id,
        ...(facts === undefined ? undefined : { details: facts }),
        ...(error.issues === undefined ? undefined : { errors: error.issues })
      }
    }
  }),
  headers: () => undefined,
  schema: (_failure, code) =>
    Schema.Struct({
      jsonrpc: Schema.Literal("2.0"),
      error: Schema.Struct({
        code: Schema.Int,
        message: Schema.String,
        data: Schema.Struct({ code: Schema.Literal(code) })
      })
    }),
  factsOf: () => ({})
}

/** `assistantFailures` with a WWW-Authenticate challenge for `resource` (INT-018, INT-027). */
export const failuresFor = (resource: string | undefined): Envelope =>
  resource === undefined
    ? assistantFailures
    : {
        ...assistantFailures,
        headers: (failure, error) => {
          const value = challenge(resource, failure, scopeOf(error))
          return value === undefined ? undefined : { "WWW-Authenticate": value }
        }
      }
