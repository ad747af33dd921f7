import { Schema } from "effect"
import { commonStatuses, type Envelope } from "../surface/Envelope.ts"

/** The envelope of failures outside every surface: that of the public surface, reduced to status, message and code. */
export const systemEnvelope: Envelope = {
  contentType: "application/json",
  statuses: commonStatuses,
  code: ({ code }) => code,
  body: ({ error, failure, status }) => ({ statusCode: status, message: error.message, code: failure.code }),
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Bearer" } : undefined),
  schema: (_failure, code, status) =>
    Schema.Struct({ statusCode: Schema.Literal(status), message: Schema.String, code: Schema.Literal(code) }),
  factsOf: () => ({})
}
