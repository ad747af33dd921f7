import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { memberTokens } from "../../../src/demo/demoTokens.ts"
import { demoValidity, mintMemberToken } from "../../../src/layers/developmentIssuer.ts"
import { exchange } from "../../support/http/exchange.ts"
import { captureLogs } from "../../support/logs.ts"
import * as Service from "../../support/http/service.ts"

const logs = captureLogs()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type Headers = Record<string, string>

/** One address of each kind on every surface: answered, refused, unknown, wrong method. */
const addresses: ReadonlyArray<readonly [method: string, path: string, headers: Headers, status: number]> = [
  ["GET", "/api/external/v1/brands", { authorization: `Bearer ${hubKeys.KH_brands}` }, 200],
  ["GET", "/api/external/v1/brands", {}, 401],
  ["PUT", "/api/external/v1/brands", {}, 405],
  ["GET", "/api/external/v1/nothing", {}, 404],
  ["GET", "/v1/partner/scope", { "x-api-key": partnerKeys.PA }, 200],
  ["GET", "/v1/partner/scope", {}, 401],
  ["GET", "/v1/partner/nothing", {}, 404],
  ["GET", "/v1/members/me", {}, 401],
  ["DELETE", "/v1/members/me", {}, 405],
  ["GET", "/v1/public/properties/Not-An-Id", {}, 404],
  ["GET", "/v1/public/nothing", {}, 404],
  ["GET", "/livez", {}, 200],
  ["GET", "/nowhere", {}, 404]
]

layer(Service.layer().pipe(Layer.provide(logs.layer)))("request ids", (it) => {
  it.effect("GEN-013, HUB-010: a caller's id is echoed on every surface, whatever the status", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const [method, path, headers, status] of addresses) {
        const answer = yield* call(method, path, { headers: { ...headers, "x-request-id": "abc-1" } })
        assert.strictEqual(answer.headers.get("x-request-id"), "abc-1", `${method} ${path}`)
        assert.strictEqual(answer.status, status, `${method} ${path}`)
      }
      const token = yield* mintMemberToken({ ...demoValidity, ...memberTokens.T1 })
      const headers = { authorization: `Bearer ${token}`, "x-request-id": "member:1" }
      const member = yield* call("GET", "/v1/members/me", { headers })
      assert.deepStrictEqual([member.status, member.headers.get("x-request-id")], [200, "member:1"])
    })
  )

  it.effect("GEN-013: an invalid or missing id is replaced with a UUID", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const [method, path, headers, status] of addresses) {
        for (const id of ["a".repeat(300), "a".repeat(129), "two words", "a/b", "<script>", "a,b", "\u00e9"]) {
          const answer = yield* call(method, path, { headers: { ...headers, "x-request-id": id } })
          assert.match(answer.headers.get("x-request-id") ?? "", uuid, `${method} ${path} ${id.slice(0, 20)}`)
          assert.strictEqual(answer.status, status)
        }
      }
      assert.match((yield* call("GET", "/livez")).headers.get("x-request-id") ?? "", uuid)
    })
  )

  it.effect("GEN-013: an id with line breaks or control characters is a 400 or 404 and injects no header", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      for (const id of ["a\r\nx-injected: 1", "a\rb", "a\nb", "a\u0000b", "a\u0007b", "\t", "a\u007fb"]) {
        const text = yield* Effect.promise(() =>
          exchange(baseUrl, `GET /nowhere HTTP/1.1\r\nHost: hub\r\nConnection: close\r\nX-Request-ID: ${id}\r\n\r\n`)
        )
        const [head = "", body = ""] = text.split("\r\n\r\n")
        const status = Number(head.split(" ")[1])
        assert.isTrue(status === 400 || status === 404, `${JSON.stringify(id)}: ${head}`)
        const echoed = /^x-request-id: (.*)$/im.exec(head)?.[1]?.trim() ?? ""
        assert.isTrue(uuid.test(echoed) || echoed === "a", `${JSON.stringify(id)}: ${echoed}`)
        assert.notInclude(head.toLowerCase(), "x-injected")
        assert.doesNotThrow(() => JSON.parse(body))
      }
    })
  )

  it.effect("GEN-013: each request is logged once, with its id, route, status, duration and the caller's trace", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      logs.clear()
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const headers = { authorization: `Bearer ${hubKeys.KH_brands}`, "x-request-id": "logged-1" }
      yield* call("GET", "/api/external/v1/brands?limit=2", { headers: { ...headers, traceparent } })
      yield* call("GET", "/v1/public/properties/t5jsyq1qwiudc8e7cj2uvs7t", { headers: { "x-request-id": "logged-2" } })
      yield* call("GET", "/nowhere/at/all", { headers: { "x-request-id": "logged-3", traceparent: "00-bad" } })
      const lines = logs.lines().map(({ fields: { milliseconds, time, ...fields } }) => {
        assert.isNumber(milliseconds)
        assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        return fields
      })
      const line = { level: "INFO", message: "request", method: "GET" }
      assert.deepStrictEqual(lines, [
        {
          ...line,
          requestId: "logged-1",
          traceId: "0af7651916cd43dd8448eb211c80319c",
          route: "/api/external/v1/brands",
          status: 200
        },
        { ...line, requestId: "logged-2", route: "/v1/public/properties/:propertyId", status: 200 },
        { ...line, requestId: "logged-3", route: "unmatched", status: 404 }
      ])
    })
  )
})
