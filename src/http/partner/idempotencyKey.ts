import type { HttpServerRequest } from "effect/http"
import { IdempotencyKeyRequired, IdempotencyKeyTooLong } from "../../domain/idempotency/IdempotencyErrors.ts"
import { headerOf } from "../surface/headerOf.ts"
import { maxKeyLength, printable, PrintableKey } from "../surface/schemas/PrintableKey.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"

/** The headers of every write (PAR-115, PAR-116). */
export const writeHeaders = {
  "idempotency-key": PrintableKey.annotateKey({
    description:
      "Reuse it to retry a request; send a new one for a new request. Keys are kept for 72 hours and belong to the " +
      "organization, not to the credential. A retry gets the original response with `X-Idempotent-Replay: true`."
  })
}

/**
 * The failure for a missing, overlong or unprintable Idempotency-Key, each with its own code; undefined if it is valid.
 */
export const invalidIdempotencyKey = (
  request: HttpServerRequest.HttpServerRequest
): IdempotencyKeyRequired | IdempotencyKeyTooLong | RequestInvalid | undefined => {
  const key = headerOf(request, "idempotency-key") ?? ""
  if (key === "") return new IdempotencyKeyRequired()
  if (key.length > maxKeyLength) return new IdempotencyKeyTooLong()
  if (!printable.test(key)) {
    return new RequestInvalid({
      issues: [{ field: "Idempotency-Key", in: "header", message: "Only printable ASCII characters" }]
    })
  }
  return undefined
}
