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
      "The same one for a retry, a new one for a new request. Kept for 72 hours, for the organization and not for the " +
      "key that sent it: a repeated request gets the first answer again, with `X-Idempotent-Replay: true`."
  })
}

/** What stands against a write without a usable Idempotency-Key; each of its faults has a code of its own. */
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
