import { Schema } from "effect"
import { commonStatuses, type Envelope } from "./Envelope.ts"

/** `{ statusCode, message }` with a stable `code`, which clients may match on (MEM-007). */
export const statusMessages: Envelope = {
  contentType: "application/json",
  statuses: commonStatuses,
  code: ({ code }) => code,
  body: ({ error, failure, status }) => ({ statusCode: status, message: error.message, code: failure.code }),
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : undefined),
  schema: (failure, code, status) =>
    Schema.Struct({
      statusCode: Schema.Literal(status),
      message: Schema.String,
      code: Schema.Literal(code)
    }).annotate({ identifier: `Failure_${code}`, description: failure.title }),
  factsOf: () => ({})
}
