import { assert, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { httpMetrics } from "../../../src/http/surface/httpMetrics.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"
import { captureLogs } from "../../support/logs.ts"
import { tokenFor } from "../../support/member.ts"

const send = (pieces: ReadonlyArray<string>, options?: Parameters<typeof exchange>[2]) =>
  Service.Service.use(({ baseUrl }) => exchange(baseUrl, pieces, options))

const acknowledging = (key: string) =>
  request(`POST /v1/partner/arrivals/${demoIds.arrivals["open"]}/ack`, [
    `X-API-Key: ${partnerKeys.PA}`,
    `Idempotency-Key: ${key}`
  ])

/** The server counts these outside the service, so not in the metrics of a test's service. */
const countOf = (status: number) =>
  httpMetrics.requests.of({ route: "refused", method: "unknown", status: String(status) }).valueUnsafe(Context.empty())
    .count

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("requests that cannot be read", (it) => {
  it.effect("GEN-006: are refused after the responses to the requests before them", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const writes = acknowledging("unreadable-0001") + acknowledging("unreadable-0002")
      for (const pieces of [[`${writes}garbage\r\n\r\n`], [writes, "garbage\r\n", "\r\nmore\r\n\r\n"]]) {
        yield* call("POST", "/__test/faults", { body: { point: "before_commit", delayMs: 300, fail: false } })
        const { answers, closed, wire } = yield* send(pieces)
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 400],
          wire
        )
        assert.strictEqual(answers[2]?.at("code"), "malformed_request")
        assert.isTrue(closed)
      }
    })
  )

  it.effect("GEN-007, GEN-013: have the shape of their path and the caller's id if only the body cannot be read", () =>
    Effect.gen(function* () {
      const json = "Content-Type: application/json"
      const key = "Idempotency-Key: unreadable-0003"
      const member = yield* tokenFor("M1")
      for (const [target, fields, shape] of [
        [
          "/api/external/v1/messaging?scope=ws-a-main",
          [`Authorization: Bearer ${hubKeys.KH_all}`, key],
          /^\{"type":"urn:hub:problem:malformed_request".*"instance":"\/api\/external\/v1\/messaging"/
        ],
        [
          "/v1/partner/vguests/guest-invites",
          [`X-API-Key: ${partnerKeys.PA}`, key],
          /^\{"type":"validation_error","timestamp":"/
        ],
        ["/v1/members/properties/search", [`Authorization: Bearer ${member}`], /^\{"statusCode":400,"message":"/]
      ] as const) {
        const head = request(`POST ${target}`, [...fields, json, "X-Request-ID: it-42", "Transfer-Encoding: chunked"])
        for (const pieces of [
          [head, "no size\r\n"],
          [`${head}5\r\n{"a":\r\n`, "no size\r\n"]
        ]) {
          const { answers, wire } = yield* send(pieces)
          assert.deepStrictEqual(
            answers.map(({ headers, status }) => [status, headers["x-request-id"]]),
            [[400, "it-42"]],
            wire
          )
          assert.match(answers[0]?.text ?? "", shape)
        }
      }
    })
  )

  it.effect("GEN-006: have one response, however their body ends after it", () =>
    Effect.gen(function* () {
      const head = request("POST /v1/members/properties/search", ["Content-Length: 50"])
      const { answers, closed, wire } = yield* send([head, '{"a"'], { inTurn: true, halfClosed: true })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [401],
        wire
      )
      assert.isTrue(closed)
    })
  )

  it.effect("GEN-006: are counted as refused, by status", () =>
    Effect.gen(function* () {
      const before = [countOf(400), countOf(431)] as const
      yield* send(["garbage\r\n\r\n"])
      yield* send([request("GET /livez", [`X-Note: ${"a".repeat(40_000)}`])])
      assert.deepStrictEqual([countOf(400), countOf(431)], [Number(before[0]) + 1, Number(before[1]) + 1])
    })
  )
})

it.live("GEN-013: responses of the server itself are logged with the request id that they carry", () => {
  const logs = captureLogs()
  return Effect.gen(function* () {
    const refused = [
      ...(yield* send(["garbage\r\n\r\n"])).answers,
      ...(yield* send(["GET /livez HTTP/1.1\r\nX-Request-ID: no-host\r\n\r\n"])).answers
    ]
    assert.deepStrictEqual(
      refused.map(({ status }) => status),
      [400, 400]
    )
    const idOf = (index: number) => refused[index]?.headers["x-request-id"] ?? assert.fail("no request id")
    assert.strictEqual(idOf(1), "no-host")
    assert.deepStrictEqual(
      logs.lines().map(({ fields: { message, method, requestId, route, status } }) => ({
        message,
        method,
        requestId,
        route,
        status
      })),
      [
        { message: "request", method: "unknown", requestId: idOf(0), route: "refused", status: 400 },
        { message: "request", method: "GET", requestId: "no-host", route: "refused", status: 400 }
      ]
    )
  }).pipe(Effect.provide(Service.layer().pipe(Layer.provide(logs.layer))))
})
