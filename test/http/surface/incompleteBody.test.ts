import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"

const head = request("POST /api/external/v1/messaging?scope=ws-a-main", [
  `Authorization: Bearer ${hubKeys.KH_all}`,
  "Idempotency-Key: incomplete-0001",
  "Content-Type: application/json",
  "Connection: close",
  "Content-Length: 100"
])

layer(Service.layer({ environment: { HUB_REQUEST_TIMEOUT_MS: "700" } }))("a body that stays incomplete", (it) => {
  it.effect("GEN-006: is a 503 after the request timeout", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service.Service
      const started = performance.now()
      const { answers } = yield* exchange(baseUrl, [head, "{"])
      assert.deepStrictEqual(
        answers.map((answer) => [answer.status, answer.at("code")]),
        [[503, "service_unavailable"]]
      )
      // Long before the timeout that applies by default.
      assert.isBelow(performance.now() - started, 10_000)
    })
  )
})
