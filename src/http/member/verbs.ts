import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { onOperation } from "../surface/documents/ApiDocument.ts"
import { PrintableKey } from "../surface/schemas/PrintableKey.ts"
import { Verb } from "../surface/Verb.ts"
import { type AcceptedInput, verb } from "../surface/verbs.ts"
import { withoutFailures } from "../surface/documents/withoutFailures.ts"
import { guessable } from "./guessable.ts"
import { MemberAccess } from "./MemberAccess.ts"
import { memberFailures } from "./memberFailure.ts"
import { inputFailures, keyFailures } from "./policyFailures.ts"
import { bodyFailures, readBodyFailures } from "../surface/transportFailures.ts"

interface Rules {
  /** Whether responses reveal if a guess was right; such endpoints have an additional rate limit (MEM-113). */
  readonly guessable?: boolean
}

const IdempotencyKey = Schema.optionalKey(PrintableKey).annotateKey({
  description: "Reuse it to retry: within 72 hours the original response is returned and nothing is done twice"
})

const annotate =
  (kind: "read" | "write" | "keyed write") =>
  ({ guessable: isGuessable = false }: Rules, { body, params, query }: AcceptedInput) => {
    const hasInput = kind === "keyed write" || body || params || query.length > 0
    const ruledOut = withoutFailures(memberFailures, [
      ...(hasInput ? [] : inputFailures),
      ...(kind === "keyed write" ? [] : keyFailures),
      ...(body ? [] : kind === "read" ? bodyFailures : readBodyFailures)
    ])
    return Context.mergeAll(
      Context.make(Verb, kind === "read" ? "read" : "write"),
      isGuessable ? guessable : Context.empty(),
      OpenApi.annotations({ transform: onOperation(ruledOut) })
    )
  }

const reading = { access: MemberAccess, annotate: annotate("read") }

const writing = { access: MemberAccess, annotate: annotate("write") }

/** Constructors of read endpoints; searches are POST requests. Unknown body fields are ignored. */
export const read = { get: verb("GET", reading), post: verb("POST", reading) }

/** Constructors of write endpoints, which run in one transaction. An Idempotency-Key is ignored. */
export const write = {
  post: verb("POST", writing),
  put: verb("PUT", writing),
  patch: verb("PATCH", writing),
  delete: verb("DELETE", writing)
}

/** Constructor of write endpoints that run once per Idempotency-Key, if the request sends one (MEM-088). */
export const keyedWrite = {
  post: verb("POST", {
    access: MemberAccess,
    headers: { "idempotency-key": IdempotencyKey },
    annotate: annotate("keyed write")
  })
}
