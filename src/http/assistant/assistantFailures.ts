import { Predicate, Schema } from "effect"
import { type Failure, failureFacts, type FailureInstance } from "../../domain/shared/Failure.ts"
import { commonStatuses, type Envelope } from "../surface/Envelope.ts"
import { challenge } from "./challenge.ts"

/** Codes of JSON-RPC 2.0 section 5.1; the last one is of the range that is left to servers. */
const rpcCode = ({ code, kind }: Failure) => {
  if (code === "malformed_json") return -32700
  if (kind === "tooLarge" || kind === "unsupported") return -32600
  return kind === "internal" ? -32603 : -32000
}

/** The id of the message that failed, once it has been read. */
const idOf = (body: unknown) => {
  const id = Predicate.isObject(body) ? body["id"] : undefined
  return Predicate.isString(id) || Predicate.isNumber(id) ? id : null
}

const scopeOf = (error: FailureInstance) => {
  const scope = failureFacts(error)?.["requiredScope"]
  return typeof scope === "string" ? scope : undefined
}

/** Failures of the assistant endpoint: JSON-RPC errors, whose data have our code and facts, with a status of HTTP. */
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

/** The same, with a challenge to the holders of tokens for `resource` (INT-018, INT-027). */
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
