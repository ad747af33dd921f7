import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { documentPage } from "./documentPage.ts"
import { enterRoute } from "../observe.ts"
import { pageAssets } from "./pageAssets.ts"
import { routeNotFound } from "../routeNotFound.ts"
import { staticBody } from "../staticBody.ts"

/** Pages load files from this service only and run no inline scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** An OpenAPI document and the base path under which it and its page are served. */
export interface ServedDocument {
  readonly base: `/${string}`
  readonly specification: () => { readonly info: { readonly title: string } }
}

const fileNames = ["openapi.json", "docs", "docs/:file"] as const

/** The paths that serve the documents. */
export const documentPaths = (documents: ReadonlyArray<ServedDocument>): ReadonlyArray<string> =>
  documents.flatMap(({ base }) => fileNames.map((name) => `${base}/${name}`))

/** Serves each document as `openapi.json` and as a self-contained page at `docs`; neither needs a credential. */
export const documentRoutes = (documents: ReadonlyArray<ServedDocument>) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const assets = yield* Effect.cached(pageAssets)
      for (const { base, specification } of documents) {
        const document = yield* Effect.cached(Effect.sync(specification))
        const json = yield* staticBody(Effect.map(document, JSON.stringify), {
          contentType: "application/json",
          headers: { "Cache-Control": "no-cache" }
        })
        const html = Effect.zipWith(document, assets, ({ info }, { files }) => documentPage(info.title, files))
        const page = yield* staticBody(html, {
          contentType: "text/html; charset=utf-8",
          headers: { "Cache-Control": "no-cache", "Content-Security-Policy": policy }
        })
        const file = Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const name = (yield* HttpRouter.params)["file"] ?? ""
          const response = (yield* assets).responses.get(name)
          return yield* response ?? Effect.fail(routeNotFound(request))
        })
        const routes = { "openapi.json": json, docs: page, "docs/:file": file }
        for (const name of fileNames) {
          const route = `${base}/${name}` as const
          yield* router.add("GET", route, Effect.andThen(enterRoute(route), routes[name]))
        }
      }
    })
  )
