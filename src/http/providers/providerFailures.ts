import { declaredIn, type Envelope } from "../surface/Envelope.ts"
import { statusMessages } from "../surface/documents/statusMessages.ts"

/** Failures of provider callbacks. A 401 challenges for a signature (RFC 9110 section 11.6.1). */
export const providerFailures: Envelope = {
  ...statusMessages,
  headers: ({ kind }) => (kind === "unauthenticated" ? { "WWW-Authenticate": "Signature" } : undefined)
}

export const failure = declaredIn(providerFailures)
