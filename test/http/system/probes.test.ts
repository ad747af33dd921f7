import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { createServer, type Server } from "node:http"
import { Readiness } from "../../../src/domain/shared/Readiness.ts"
import { captureLogs } from "../../support/logs.ts"
import * as Service from "../../support/http/service.ts"

const logs = captureLogs()

layer(Service.layer().pipe(Layer.provide(logs.layer)))("probes of a healthy process", (it) => {
  it.effect("GEN-012: answer 200 ok and ready without a credential, uncached and without data", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const live = yield* call("GET", "/livez")
      assert.deepStrictEqual([live.status, live.body], [200, { status: "ok" }])
      const ready = yield* call("GET", "/readyz")
      assert.deepStrictEqual(
        [ready.status, ready.body],
        [200, { status: "ready", checks: { database: true, rateLimits: true } }]
      )
      for (const { headers } of [live, ready]) {
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.isNotNull(headers.get("x-request-id"))
      }
    })
  )

  it.effect("GEN-012: are not logged, nor are scrapes of /metrics", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      logs.clear()
      yield* call("GET", "/livez")
      yield* call("GET", "/readyz")
      yield* call("GET", "/metrics")
      assert.deepStrictEqual(logs.lines(), [])
    })
  )

  it.effect("GEN-007: answer other methods with 405 and unknown paths with 404 in the plain shape", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["/livez", "/readyz", "/metrics"]) {
        for (const method of ["POST", "OPTIONS", "PROPFIND"]) {
          const answer = yield* call(method, path)
          assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"], `${method} ${path}`)
          assert.strictEqual(answer.at("statusCode"), 405)
        }
      }
      const unknown = yield* call("GET", "/nothing")
      assert.deepStrictEqual(
        [unknown.status, unknown.at("statusCode"), unknown.at("code")],
        [404, 404, "route_not_found"]
      )
    })
  )
})

const away = (name: string, isRequired: boolean) =>
  Service.layer({
    replace: (services) => {
      const dependencies = ["database", "rateLimits", "coreApi"].map((one) => ({
        name: one,
        isRequired: one === name && isRequired,
        problem: one === name ? "does not answer" : undefined
      }))
      return Context.add(services, Readiness, Readiness.of({ check: Effect.succeed(dependencies) }))
    }
  })

layer(away("database", true))("probes while a required dependency is down", (it) => {
  it.effect("GEN-012: /livez is 200, /readyz is 503 and names the problem", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      assert.strictEqual((yield* call("GET", "/livez")).status, 200)
      const ready = yield* call("GET", "/readyz")
      assert.strictEqual(ready.status, 503)
      assert.deepStrictEqual(ready.body, {
        status: "not ready",
        checks: { database: false, rateLimits: true, coreApi: true },
        problems: { database: "does not answer" }
      })
    })
  )
})

layer(away("coreApi", false))("probes while an optional dependency is down", (it) => {
  it.effect("GEN-012: /readyz is 200 degraded and names the problem", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const ready = yield* call("GET", "/readyz")
      assert.strictEqual(ready.status, 200)
      assert.deepStrictEqual(ready.body, {
        status: "degraded",
        checks: { database: true, rateLimits: true, coreApi: false },
        problems: { coreApi: "does not answer" }
      })
    })
  )
})

/** A server that answers every path alike and counts its requests. */
const upstream = (status: number, body: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly count: () => number; readonly server: Server }>((resume) => {
      let count = 0
      const server = createServer((_, response) => {
        count++
        response.writeHead(status).end(body)
      }).listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" ? address?.port : undefined
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, count: () => count, server }))
      })
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

const keySet = JSON.stringify({
  keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" })]
})

const issuers = (memberJwks: string, operatorJwks: string, assistantJwks: string) => ({
  HUB_MEMBER_ISSUER: "https://login.example.com",
  HUB_MEMBER_AUDIENCE: "members",
  HUB_MEMBER_JWKS_URL: memberJwks,
  HUB_OPERATOR_ISSUER: "https://staff.example.com",
  HUB_OPERATOR_AUDIENCE: "operators",
  HUB_OPERATOR_JWKS_URL: operatorJwks,
  HUB_ASSISTANT_OAUTH_ISSUER: "https://assistants.example.com",
  HUB_ASSISTANT_OAUTH_JWKS_URL: assistantJwks,
  HUB_ASSISTANT_RESOURCE: "https://hub.example.com/api/operator-mcp"
})

describe("probes with upstreams", () => {
  it.live("GEN-012: /readyz checks issuers, identity provider and core API, once for 40 probes", () =>
    Effect.gen(function* () {
      const good = yield* upstream(200, keySet)
      const unknown = yield* upstream(404, "")
      const environment = {
        ...issuers(good.url, good.url, good.url),
        IDENTITY_PROVIDER_URL: unknown.url,
        CORE_API_URL: good.url
      }
      yield* Effect.gen(function* () {
        const { call } = yield* Service.Service
        const probes = Effect.all(
          Array.from({ length: 20 }, () => call("GET", "/readyz")),
          { concurrency: "unbounded" }
        )
        for (const ready of [...(yield* probes), ...(yield* probes)]) {
          assert.strictEqual(ready.status, 200)
          assert.deepStrictEqual(ready.body, {
            status: "ready",
            checks: {
              database: true,
              rateLimits: true,
              memberIssuer: true,
              operatorIssuer: true,
              assistantIssuer: true,
              identityProvider: true,
              coreApi: true
            }
          })
        }
        assert.deepStrictEqual([good.count(), unknown.count()], [4, 1])
      }).pipe(Effect.provide(Service.layer({ environment })))
    }).pipe(Effect.scoped)
  )

  it.live("GEN-012: /readyz is degraded without them, and names each problem without its URL", () =>
    Effect.gen(function* () {
      const broken = yield* upstream(500, "stack trace")
      const unusable = yield* upstream(200, '{"keys":[{"kty":"EC","kid":"other"}]}')
      const environment = {
        ...issuers(unusable.url, "http://127.0.0.1:9/jwks", unusable.url),
        IDENTITY_PROVIDER_URL: broken.url,
        CORE_API_URL: "http://127.0.0.1:9"
      }
      yield* Effect.gen(function* () {
        const { call } = yield* Service.Service
        const ready = yield* call("GET", "/readyz")
        assert.deepStrictEqual([ready.status, ready.at("status")], [200, "degraded"])
        assert.deepStrictEqual(ready.at("problems"), {
          memberIssuer: "does not answer with usable keys",
          operatorIssuer: "does not answer",
          assistantIssuer: "does not answer with usable keys",
          identityProvider: "answers 500",
          coreApi: "does not answer"
        })
      }).pipe(Effect.provide(Service.layer({ environment })))
    }).pipe(Effect.scoped)
  )
})
