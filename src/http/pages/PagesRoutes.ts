import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { PageAddress } from "../../domain/pages/PageSources.ts"
import { headerOf } from "../surface/headerOf.ts"
import { enterRoute } from "../surface/observe.ts"
import { routeNotFound } from "../surface/routeNotFound.ts"
import { hostnameOf } from "./hostnameOf.ts"
import { makePageNotices } from "./makePageNotices.ts"
import { makeServePage } from "./makeServePage.ts"

/** The page address in a path; undefined if its segments are not valid slugs. */
const byPath = ({ organizationSlug = "", slug = "" }: Readonly<Record<string, string | undefined>>) =>
  /^[\x21-\x7e]{1,200}$/u.test(organizationSlug) && /^[a-z0-9-]{1,80}$/u.test(slug)
    ? ({ by: "path", organizationSlug, slug } satisfies PageAddress)
    : undefined

/**
 * The guest-facing pages, at `/p/{organizationSlug}/{slug}` and at `/` of every verified hostname. No cookies
 * are set, and client addresses are not logged: only the counters of rate limits have them, for minutes.
 */
export const PagesRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const notices = yield* makePageNotices
    const { notice } = notices
    const serve = yield* makeServePage(notices)

    const routes = {
      "/": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        // The router also matches the asterisk form of RFC 9112 section 3.2.4 here.
        if (request.originalUrl === "*") return Effect.fail(routeNotFound(request))
        const hostname = hostnameOf(headerOf(request, "host"))
        return serve(request, hostname === undefined ? undefined : { by: "hostname", hostname })
      }),
      "/p/:organizationSlug/:slug": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(HttpRouter.params, (params) => serve(request, byPath(params)))
      ),
      "/p/*": Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => notice(request, "missing"))
    } as const
    const refuseMethod = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      notice(request, "wrongMethod", { Allow: "GET, HEAD" })
    )
    for (const [path, respond] of Object.entries(routes)) {
      const route = `/${path.slice(1)}` as const
      const answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method }) =>
        method === "GET" || method === "HEAD" ? respond : refuseMethod
      )
      yield* router.add("*", route, Effect.andThen(enterRoute(route), answer))
    }
  })
)
