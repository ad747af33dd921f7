import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { memberTokens } from "../../../src/demo/demoTokens.ts"
import { CoreApi } from "../../../src/domain/brands/CoreApi.ts"
import { MemberProfiles } from "../../../src/domain/members/MemberProfiles.ts"
import { Properties } from "../../../src/domain/properties/Properties.ts"
import { Venues } from "../../../src/domain/venues/Venues.ts"
import { demoValidity, mintMemberToken } from "../../../src/layers/developmentIssuer.ts"
import { captureLogs } from "../../support/logs.ts"
import { keyHeader, claim, freshKey, poll, readAction, refused, send } from "../../support/messaging.ts"
import { key, partner } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const logs = captureLogs()

const arm = Effect.fnUntraced(function* (point: string, times = 1) {
  const { call } = yield* Service.Service
  const { status } = yield* call("POST", "/__test/faults", { body: { point, times, delayMs: 0 } })
  assert.strictEqual(status, 200)
})

/** The error lines, apart from the line of each request. */
const errors = () => logs.lines().filter(({ fields }) => fields["level"] === "ERROR")

const leakedKey = "hub_dev_org_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

/** An error whose text no caller may read. */
const internalError = () =>
  Object.assign(
    new Error(`SELECT secret FROM api_keys WHERE hash = 'x' at /srv/hub/app.ts on db-1.internal ${leakedKey}`),
    {
      code: "ECONNWEIRD"
    }
  )

const dies = () => Effect.die(internalError())

const broken = Service.layer({
  replace: (services) =>
    services.pipe(
      Context.add(CoreApi, CoreApi.of({ listBrands: dies })),
      Context.add(MemberProfiles, { ...Context.get(services, MemberProfiles), get: dies }),
      Context.add(Properties, { ...Context.get(services, Properties), getPublished: dies }),
      Context.add(Venues, { ...Context.get(services, Venues), list: dies })
    )
}).pipe(Layer.provide(logs.layer))

layer(broken)("unexpected failures", (it) => {
  it.effect("GEN-010, HUB-092: are a 500 without internals on every surface, and logged once with the request id", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const token = yield* mintMemberToken({ ...demoValidity, ...memberTokens.T1 })
      for (const [path, headers] of [
        ["/api/external/v1/brands", keyHeader("KH_brands")],
        ["/v1/partner/scope", { "x-api-key": partnerKeys.PA }],
        ["/v1/members/me", { authorization: `Bearer ${token}` }],
        ["/v1/public/properties/t5jsyq1qwiudc8e7cj2uvs7t", {}]
      ] as const) {
        logs.clear()
        const answer = yield* call("GET", path, { headers: { ...headers, "x-request-id": "broken-1" } })
        assert.strictEqual(answer.status, 500, path)
        assert.strictEqual(answer.headers.get("x-request-id"), "broken-1")
        for (const word of ["SELECT", "api_keys", "/srv", "db-1", "ECONNWEIRD", "    at ", "Error", leakedKey]) {
          assert.notInclude(answer.text, word, path)
        }
        const [line, ...others] = errors()
        assert.deepStrictEqual(others, [], path)
        assert.isDefined(line)
        assert.strictEqual(line.fields["requestId"], "broken-1", path)
        assert.include(String(line.fields["cause"]), "SELECT secret FROM api_keys")
        assert.notInclude(line.text, leakedKey)
        const requests = logs.lines().filter(({ fields }) => fields["message"] === "request")
        assert.deepStrictEqual(
          requests.map(({ fields }) => [fields["requestId"], fields["status"]]),
          [["broken-1", 500]]
        )
      }
    })
  )
})

const controlled = Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }).pipe(Layer.provide(logs.layer))

layer(controlled)("faults at the end of a transaction", (it) => {
  it.effect("HUB-092, HUB-070: a fault before the commit writes nothing, and a retry with the key succeeds", () =>
    Effect.gen(function* () {
      yield* arm("before_commit")
      const headers = { "idempotency-key": freshKey(), "x-request-id": "before-1" }
      logs.clear()
      const answer = yield* send("KH_all", claim("unowned1"), { headers })
      refused(answer, 500, "internal_error")
      assert.strictEqual(answer.headers.get("x-request-id"), "before-1")
      assert.deepStrictEqual(
        errors().map(({ fields }) => fields["requestId"]),
        ["before-1"]
      )
      const untouched = yield* readAction("unowned1", "KH_all")
      assert.deepStrictEqual([untouched("state"), untouched("version")], ["unowned", 1])
      const again = yield* send("KH_all", claim("unowned1"), { headers })
      assert.strictEqual(again.status, 200, again.text)
    })
  )

  it.effect(
    "HUB-070, HUB-092: a fault after the commit loses the reply, and a retry with the key gets its result",
    () =>
      Effect.gen(function* () {
        const before = (yield* poll("KH_all")).events.length
        yield* arm("after_commit")
        const headers = { "idempotency-key": freshKey(), "x-request-id": "after-1" }
        refused(yield* send("KH_all", claim("unowned2"), { headers }), 500, "internal_error")
        const claimed = yield* readAction("unowned2", "KH_all")
        assert.deepStrictEqual([claimed("state"), claimed("version")], ["owned", 2])
        const again = yield* send("KH_all", claim("unowned2"), { headers: { ...headers, "x-request-id": "after-2" } })
        assert.strictEqual(again.status, 200, again.text)
        assert.strictEqual(again.at("receipt.requestId"), "after-1")
        assert.strictEqual((yield* poll("KH_all")).events.length, before + 1)
      })
  )

  it.effect(
    "PAR-125: a retry executes a partner write that failed before its commit and replays one that failed after",
    () =>
      Effect.gen(function* () {
        const { get, post } = yield* partner
        const [first, second] = (yield* get("/arrivals?acknowledged=false", key("PA"))).each("items", "taskId")
        for (const [point, taskId, isReplay] of [
          ["before_commit", first, false],
          ["after_commit", second, true]
        ] as const) {
          const headers = { ...key("PA"), "idempotency-key": crypto.randomUUID() }
          yield* arm(point)
          const failed = yield* post(`/arrivals/${taskId}/ack`, headers)
          assert.deepStrictEqual([failed.status, failed.at("code")], [500, "internal_error"], failed.text)
          const again = yield* post(`/arrivals/${taskId}/ack`, headers)
          assert.strictEqual(again.status, 200, again.text)
          assert.strictEqual(again.headers.get("x-idempotent-replay") === "true", isReplay, point)
        }
      })
  )
})
