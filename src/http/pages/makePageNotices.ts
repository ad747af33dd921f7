import { type Cause, Clock, Effect, Record } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IssuerUnavailable } from "../../domain/access/CredentialErrors.ts"
import { type PageNotice, PageRenderer } from "../../domain/pages/PageRenderer.ts"
import { rateLimitHeaders } from "../../domain/ratelimit/rateLimitHeaders.ts"
import { RateLimited } from "../../domain/ratelimit/RateLimited.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import type { LimitState } from "../surface/LimitState.ts"
import { makeOutageLog } from "../surface/makeOutageLog.ts"
import { ServiceUnavailable } from "../surface/transportFailures.ts"
import { noStoreResponse } from "./pageResponses.ts"
import { encodePage } from "./servedPage.ts"

type Request = HttpServerRequest.HttpServerRequest

const statuses: Readonly<Record<PageNotice, number>> = {
  missing: 404,
  gone: 410,
  unavailable: 503,
  limited: 429,
  wrongMethod: 405,
  broken: 500
}

/** The pages that say why no page is shown, each rendered once, and the choice among them for a failure. */
export const makePageNotices = Effect.gen(function* () {
  const renderer = yield* PageRenderer
  const isOutage = yield* Outage
  const logOutage = makeOutageLog()

  const noticeHeaders = { "Cache-Control": "no-store" }
  const bodies = yield* Effect.all(
    Record.map(statuses, (_, name) => Effect.cached(encodePage(renderer.notice(name), noticeHeaders)))
  )
  const notice = (request: Request, name: PageNotice, headers?: Readonly<Record<string, string>>) =>
    Effect.map(bodies[name], (body) => noStoreResponse(request, body, statuses[name], headers))

  /** The notice for a cause: too many requests, an outage, or else a defect, which is logged. */
  const ofCause = Effect.fnUntraced(function* (request: Request, cause: Cause.Cause<unknown>, { windows }: LimitState) {
    for (const reason of cause.reasons) {
      const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
      if (error instanceof RateLimited) {
        return yield* notice(request, "limited", rateLimitHeaders(windows, yield* Clock.currentTimeMillis))
      }
      if (error instanceof ServiceUnavailable || error instanceof IssuerUnavailable || isOutage(error)) {
        yield* logOutage(cause)
        return yield* notice(request, "unavailable", { "Retry-After": "1" })
      }
    }
    yield* Effect.logError("Unexpected failure of a page", cause)
    return yield* notice(request, "broken")
  })

  return { notice, ofCause }
})

export type PageNotices = Effect.Success<typeof makePageNotices>
