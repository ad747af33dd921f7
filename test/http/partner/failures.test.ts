import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { Venues } from "../../../src/domain/venues/Venues.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import { resolved } from "../../support/http/resolved.ts"
import * as Service from "../../support/http/service.ts"

const { arrivals } = demoIds
const ack = `/arrivals/${arrivals["open"]}/ack`

const types: Readonly<Record<number, string>> = {
  400: "validation_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  405: "validation_error",
  409: "idempotency_error",
  413: "payload_error",
  415: "payload_error",
  429: "rate_limit_error",
  500: "api_error",
  503: "api_error"
}

layer(Service.layer())("partner failures", (it) => {
  it.effect("PAR-128, PAR-129, PAR-135: each failure has the common shape, the type of its status, and its code", () =>
    Effect.gen(function* () {
      const start = Date.now()
      const { get, post } = yield* partner
      const { call } = yield* Service.Service
      const raw = (method: string, path: string, body?: string, contentType = "application/json") =>
        call(method, `/v1/partner${path}`, {
          headers: { ...key("PA"), "idempotency-key": crypto.randomUUID(), "content-type": contentType },
          body
        })
      yield* call("POST", `/v1/partner${ack}`, { headers: { ...key("PA"), "idempotency-key": "reused" } })
      const cases = [
        [400, "invalid_parameter", yield* get("/arrivals?limit=0", key("PA"))],
        [400, "ambiguous_credentials", yield* get("/arrivals", { ...key("PA"), authorization: "Bearer x" })],
        [400, "malformed_json", yield* raw("POST", ack, "{")],
        [400, "malformed_json", yield* raw("POST", ack, '{"note":"a","note":"b"}')],
        [400, "idempotency_key_required", yield* call("POST", `/v1/partner${ack}`, { headers: key("PA") })],
        [400, "idempotency_key_too_long", yield* post(ack, { ...key("PA"), "idempotency-key": "x".repeat(256) })],
        [401, "missing_credentials", yield* get("/arrivals", {})],
        [401, "invalid_api_key", yield* get("/arrivals", { "x-api-key": hubKeys.KH_all })],
        [403, "insufficient_scope", yield* get("/arrivals", key("PA_guests"))],
        [404, "not_found", yield* get("/arrivals/unknown", key("PA"))],
        [404, "route_not_found", yield* get("/no-such-route", key("PA"))],
        [404, "route_not_found", yield* raw("POST", "/webhooks")],
        [405, "method_not_allowed", yield* raw("DELETE", "/arrivals")],
        [409, "idempotency_key_reused", yield* post(ack, { ...key("PA"), "idempotency-key": "reused" }, { note: "x" })],
        [413, "payload_too_large", yield* raw("POST", ack, JSON.stringify({ note: "x".repeat(2_000_000) }))],
        [415, "unsupported_media_type", yield* raw("POST", ack, "hello", "text/plain")]
      ] as const
      for (const [status, code, answer] of cases) {
        assert.deepStrictEqual([...statusAndCode(answer), answer.at("type")], [status, code, types[status]])
        assert.isTrue(isFailure(answer), answer.text)
        const time = Date.parse(String(answer.at("timestamp")))
        assert.isTrue(start <= time && time <= Date.now(), answer.text)
      }
    })
  )

  it.effect("PAR-009, PAR-011, GEN-011: there are no webhooks, streams or other versions", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["webhooks", "subscriptions", "events", "stream"]) {
        for (const method of ["GET", "POST"]) {
          const answer = yield* call(method, `/v1/partner/${path}`, { headers: key("PA") })
          assert.deepStrictEqual(statusAndCode(answer), [404, "route_not_found"])
        }
      }
      for (const path of ["/v2/partner/scope", "/partner/scope"]) {
        assert.strictEqual((yield* call("GET", path, { headers: key("PA") })).status, 404)
      }
      const { text } = yield* call("GET", "/v1/partner/openapi.json")
      assert.notMatch(text, /"(webhooks|callbacks)":/)
      const streamed = yield* call("GET", "/v1/partner/arrivals", {
        headers: { ...key("PA"), accept: "text/event-stream" }
      })
      assert.deepStrictEqual([streamed.status, streamed.headers.get("content-type")], [200, "application/json"])
    })
  )

  it.effect("PAR-130, PAR-133: the document lists the failure codes of an operation by status", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const { body } = yield* call("GET", "/v1/partner/openapi.json")
      const document = resolved(body)
      const codes = (path: string, method: string, status: number) =>
        Service.at(document, `paths.${path}.${method}.responses.${status}.description`)
      assert.strictEqual(
        codes("/partner/arrivals", "get", 403),
        "auth_level_not_allowed, emulation_not_allowed, no_organization, insufficient_scope, property_out_of_scope"
      )
      assert.strictEqual(
        codes("/partner/arrivals/{taskId}/ack", "post", 409),
        "idempotency_key_reused, idempotency_in_flight"
      )
      assert.match(String(codes("/partner/scope", "get", 400)), /ambiguous_credentials/)
      assert.match(String(codes("/partner/scope", "get", 401)), /invalid_api_key/)
      assert.isUndefined(codes("/partner/scope", "get", 422))
    })
  )
})

/** A service that dies with `cause` when it reads venues. */
const broken = (cause: unknown) =>
  Service.layer({
    replace: (services) =>
      Context.add(
        services,
        Venues,
        Venues.of({ list: () => Effect.die(cause), listByDocumentId: () => Effect.die(cause) })
      )
  })

const secret = "SELECT secret FROM somewhere at 10.1.2.3"

layer(broken(new Error(secret)))("partner requests with an unexpected error", (it) => {
  it.effect("PAR-128, PAR-134, GEN-010: an unexpected error is 500 internal_error and does not reveal its cause", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/scope", key("PA"))
      assert.deepStrictEqual([...statusAndCode(answer), answer.at("type")], [500, "internal_error", "api_error"])
      assert.isTrue(isFailure(answer))
      assert.notInclude(answer.text, "SELECT")
      assert.notInclude(answer.text, "10.1.2.3")
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "600")
    })
  )
})

const away = new SqlError({ reason: new ConnectionError({ cause: new Error(secret), message: secret }) })

layer(broken(away))("partner requests without a database", (it) => {
  it.effect(
    "PAR-128, PAR-134: a lost database connection is 503 service_unavailable with Retry-After, without the SQL",
    () =>
      Effect.gen(function* () {
        const { get } = yield* partner
        const answer = yield* get("/scope", key("PA"))
        assert.deepStrictEqual([...statusAndCode(answer), answer.at("type")], [503, "service_unavailable", "api_error"])
        assert.isTrue(isFailure(answer))
        assert.notInclude(answer.text, "SELECT")
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      })
  )
})
