import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Deployment } from "../../../src/domain/shared/Deployment.ts"
import { developmentIssuer } from "../../../src/layers/developmentIssuer.ts"
import { host, pathOf, request, resource, statusAndCode } from "../../support/assistant.ts"
import * as Service from "../../support/http/service.ts"

const root = "/.well-known/oauth-protected-resource"
const suffixed = `${root}/api/operator-mcp`

const get = (path: string) => Effect.flatMap(Service.Service, ({ call }) => call("GET", path))

layer(Service.layer())("discovery", (it) => {
  it.effect("INT-035, INT-037: both addresses name the resource, its authorization server and its scopes", () =>
    Effect.gen(function* () {
      for (const path of [root, suffixed]) {
        const answer = yield* get(path)
        assert.strictEqual(answer.status, 200, path)
        assert.deepStrictEqual(answer.body, {
          resource,
          authorization_servers: [developmentIssuer],
          scopes_supported: ["hub:collaboration:read", "hub:collaboration:write"],
          bearer_methods_supported: ["header"]
        })
        assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=300")
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
      }
      // Tokens are accepted for the resource that is named.
      assert.strictEqual((yield* request(yield* host("AT_read"), "ping")).status, 200)
    })
  )

  it.effect("INT-035: a POST is 405 with Allow, an unknown path below is 404", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* call("POST", root, { body: {} })
      assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD"])
      assert.strictEqual((yield* get(`${root}/elsewhere`)).status, 404)
    })
  )
})

const unconfigured = Service.layer({
  replace: (services) =>
    Context.add(services, Deployment, { ...Context.get(services, Deployment), assistant: undefined })
})

layer(unconfigured)("a deployment without an authorization server for assistant hosts", (it) => {
  it.effect("INT-036: answers 503 at both addresses, and to every message, whatever its token", () =>
    Effect.gen(function* () {
      for (const path of [root, suffixed]) {
        const answer = yield* get(path)
        assert.deepStrictEqual([answer.status, answer.at("code")], [503, "assistant_not_configured"], path)
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
      for (const headers of [{}, { authorization: "Bearer x" }, yield* host("AT_read")]) {
        const answer = yield* request({ ...headers, origin: "https://evil.example" }, "ping", undefined, pathOf({}))
        assert.deepStrictEqual(statusAndCode(answer), [503, "assistant_not_configured"])
        assert.isNull(answer.headers.get("www-authenticate"))
      }
    })
  )
})
