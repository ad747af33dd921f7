import { Schema } from "effect"
import { STATUS_CODES } from "node:http"
import { declaredIn, type Envelope } from "../surface/Envelope.ts"
import { statusMessageFields, statusMessages } from "../surface/documents/statusMessages.ts"

const reasonPhrase = (status: number) => STATUS_CODES[status] ?? "Unknown"

/** Failures of the legacy endpoint, the only ones that include the status's reason phrase (PUB-013, A-52). */
export const legacyFailures: Envelope = {
  ...statusMessages,
  body: (input) => ({ ...statusMessages.body(input), error: reasonPhrase(input.status) }),
  schema: (failure, code, status) =>
    Schema.Struct({
      ...statusMessageFields(code, status),
      error: Schema.Literal(reasonPhrase(status)).annotateKey({ description: "Reason phrase of the status" })
    }).annotate({ identifier: `LegacyFailure_${code}`, description: failure.title })
}

export const legacyFailure = declaredIn(legacyFailures)

const legacyPath = /^\/v1\/public\/reservations\/legacy(\/|$)/

/**
 * Failures of the public surface. The path decides the shape, so that unmatched legacy paths get the legacy shape too
 * (A-52).
 */
export const publicFailures: Envelope = {
  ...statusMessages,
  body: (input) => (legacyPath.test(input.request.path) ? legacyFailures : statusMessages).body(input)
}

export const publicFailure = declaredIn(publicFailures)
