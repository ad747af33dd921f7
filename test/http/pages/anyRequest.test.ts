import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { captureLogs } from "../../support/logs.ts"
import { rawCall } from "../../support/http/rawCall.ts"
import * as Service from "../../support/http/service.ts"

const printable = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789-._~%:@!$&'()*+,;=/") })

/** Page requests with arbitrary methods, paths and headers that affect the response. */
const pageRequest = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
  path: fc.oneof(
    fc.constantFrom("/", "/?", "/p", "/p/", "/p//", "/p/organization-a/v1-published", "/p/organization-a/v1-offline"),
    fc.tuple(printable, printable).map(([one, other]) => `/p/${one}/${other}`),
    fc.nat(20_000).map((length) => `/p/organization-a/${"x".repeat(length)}`)
  ),
  headers: fc.record({
    host: fc.oneof(fc.constantFrom("www.hotels-a.example", "WWW.hotels-a.example:1", "[::1]"), printable),
    "accept-encoding": fc.oneof(fc.constantFrom("br", "gzip;q=0.1", "*", "identity;q=0", "br;q=x"), printable),
    "if-none-match": fc.oneof(fc.constantFrom("*", '"a"', 'W/"a"'), printable),
    authorization: fc.oneof(fc.constantFrom("Bearer", "Bearer a.b.c", "Basic x"), printable)
  })
})

type PageRequest = typeof pageRequest extends fc.Arbitrary<infer Request> ? Request : never

const exampleOf = (method: PageRequest["method"], path: string): [PageRequest] => [
  { method, path, headers: { host: "[::1]", "accept-encoding": "br", "if-none-match": '"a"', authorization: "Bearer" } }
]

/** One for each status that random requests seldom reach. */
const examples = [
  exampleOf("GET", "/p/organization-a/v1-published"),
  exampleOf("GET", "/p/organization-a/v1-offline"),
  exampleOf("GET", "/p/organization-a/none"),
  exampleOf("POST", "/")
]

const expected = new Set([200, 304, 401, 404, 405, 410])

layer(Service.layer())("arbitrary page requests", (it) => {
  it.effect("A-140: every request for a page is answered with 200, 304, 401, 404, 405 or 410", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const seen = new Set<number>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(pageRequest, async (request) => {
            const { status } = await rawCall(baseUrl, request)
            seen.add(status)
            assert.isTrue(expected.has(status), JSON.stringify([status, request]))
          }),
          { numRuns: 400, examples }
        )
      )
      assert.isTrue(seen.has(200) && seen.has(404) && seen.has(405) && seen.has(410))
    })
  )
})

const logs = captureLogs("Debug")

layer(Layer.provideMerge(Service.layer(), logs.layer))("logs of page requests", (it) => {
  it.effect("A-140: the log has the route, but no client address, host, cookie, query or slug", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      logs.clear()
      const headers = { "x-forwarded-for": "203.0.113.77", cookie: "secret-cookie", host: "www.hotels-a.example" }
      for (const path of ["/", "/p/organization-a/v1-published?utm=secret-query", "/p/organization-a/secret-slug"]) {
        yield* Effect.promise(() => rawCall(baseUrl, { method: "GET", path, headers }))
      }
      const lines = logs.lines()
      const text = lines.map((line) => line.text).join("\n")
      assert.sameMembers(
        lines.filter(({ fields }) => fields["message"] === "request").map(({ fields }) => fields["route"]),
        ["/", "/p/:organizationSlug/:slug", "/p/:organizationSlug/:slug"]
      )
      for (const hidden of ["203.0.113.77", "secret", "hotels-a"]) assert.notInclude(text, hidden)
    })
  )
})
