import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { keyHeader, type KeyName, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const base = "/api/external/v1"

const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  Service.Service.use((service) => service.call(method, `${base}${path}`, { headers, body }))

/** Counts `times` requests against a key's limit, all of which fail a later check. */
const spend = (times: number, key: KeyName) =>
  Effect.repeat(call("GET", "/brands?limit=0", keyHeader(key)), { times: times - 1 })

layer(
  Service.layer({ environment: { HUB_LIMIT_HUB_KEY: "3", HUB_LIMIT_ADDRESS: "50", HUB_MESSAGING_ENABLED: "false" } })
)("the hub's order of checks", (it) => {
  it.effect("HUB-087, REQUIREMENTS 0.3: an unknown route or method is answered before the credential is judged", () =>
    Effect.gen(function* () {
      const unknown = yield* call("GET", "/nothing?limit=0")
      refused(unknown, 404, "not_found")
      const otherMethod = yield* call("PATCH", "/brands", {}, "{")
      refused(otherMethod, 405, "method_not_allowed")
      for (const { headers } of [unknown, otherMethod]) assert.strictEqual(headers.get("cache-control"), "no-store")
    })
  )

  it.effect("HUB-006, HUB-089: checks the credential, then the limit, then activation, then the syntax", () =>
    Effect.gen(function* () {
      refused(yield* call("GET", "/messaging"), 401, "missing_credential")
      refused(yield* call("POST", "/messaging", keyHeader("KH_expired"), "{"), 401, "invalid_credential")
      refused(yield* call("GET", "/messaging", keyHeader("KH_threads")), 503, "messaging_disabled")
      refused(yield* call("POST", "/messaging?scope=-", keyHeader("KH_threads"), "{"), 503, "messaging_disabled")
      refused(yield* call("GET", "/messaging?scope=ws-a-main", keyHeader("KH_threads")), 503, "messaging_disabled")
      refused(yield* call("GET", "/messaging", keyHeader("KH_threads")), 429, "rate_limited")
    })
  )

  it.effect("HUB-006: brands work while messaging is disabled", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call("GET", "/brands", keyHeader("KH_all"))).status, 200)
      const disabled = yield* call("GET", "/messaging?scope=ws-a-main", keyHeader("KH_all"))
      refused(disabled, 503, "messaging_disabled")
      assert.isString(disabled.headers.get("x-ratelimit-limit"))
    })
  )

  it.effect("HUB-015, HUB-089, REQUIREMENTS 0.3: checks the syntax, also of a cursor, before the permission", () =>
    Effect.gen(function* () {
      refused(yield* call("GET", "/brands?limit=0", keyHeader("KH_actions")), 400, "invalid_parameter")
      refused(yield* call("GET", "/brands?cursor=zzz", keyHeader("KH_actions")), 400, "invalid_cursor")
      refused(yield* call("GET", "/brands", keyHeader("KH_actions")), 403, "permission_denied")
    })
  )

  it.effect("HUB-090: checks a key's limit before the parameters", () =>
    Effect.gen(function* () {
      yield* spend(3, "KH_D")
      refused(yield* call("GET", "/brands?limit=0", keyHeader("KH_D")), 429, "rate_limited")
    })
  )

  it.effect("HUB-090: checks an address's limit before the credential, but after the route", () =>
    Effect.gen(function* () {
      const headers = { "x-forwarded-for": "203.0.113.50" }
      for (let n = 0; n < 50; n++) refused(yield* call("GET", "/brands", headers), 401, "missing_credential")
      refused(yield* call("GET", "/brands", headers), 429, "rate_limited")
      refused(yield* call("GET", "/nothing", headers), 404, "not_found")
    })
  )
})
