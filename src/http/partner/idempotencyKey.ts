import { Option, Schema } from "effect"
import { Headers, type HttpServerRequest } from "effect/http"
import { IdempotencyKeyRequired, IdempotencyKeyTooLong } from "../../domain/idempotency/IdempotencyErrors.ts"
import { RequestInvalid } from "../surface/transportFailures.ts"

const printable = /^[\x20-\x7e]+$/

const longest = 255

/** The headers of every write (PAR-115, PAR-116). */
export const writeHeaders = {
  "idempotency-key": Schema.String.check(
    Schema.isBetweenLength(1, longest, {
      expected: `1 to ${longest} characters`,
      toJsonSchema: () => ({ minLength: 1, maxLength: longest })
    }),
    Schema.isPattern(printable, { expected: "printable ASCII characters" })
  ).annotateKey({
    description:
      "Reuse it for a retry; use a new one for a new request. Keys are kept for 72 hours and belong to the " +
      "organization, not to the credential: a repetition gets the first response, with `X-Idempotent-Replay: true`."
  })
}

/** The failure for a missing, overlong or unprintable Idempotency-Key, each with its own code. */
export const idempotencyKeyObjection = (
  request: HttpServerRequest.HttpServerRequest
): IdempotencyKeyRequired | IdempotencyKeyTooLong | RequestInvalid | undefined => {
  const key = Option.getOrElse(Headers.get(request.headers, "idempotency-key"), () => "")
  if (key === "") return new IdempotencyKeyRequired()
  if (key.length > longest) return new IdempotencyKeyTooLong()
  if (!printable.test(key)) {
    return new RequestInvalid({
      issues: [{ field: "Idempotency-Key", in: "header", message: "Only printable ASCII characters" }]
    })
  }
  return undefined
}
