import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { connect } from "node:net"
import { CoreApi } from "../../../src/domain/brands/CoreApi.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { eventually } from "../../support/eventually.ts"
import { captureLogs } from "../../support/logs.ts"
import { actionId, as } from "../../support/messaging.ts"
import { request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"

const authorization = `Authorization: Bearer ${hubKeys.KH_all}`

/** Sends a request and destroys the socket after `millis`, without waiting for the answer. */
const hangUp = (text: string, millis: number) =>
  Service.Service.use(({ baseUrl }) =>
    Effect.callback<void>((resume) => {
      const { hostname, port } = new URL(baseUrl)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      socket.on("error", () => undefined)
      setTimeout(() => {
        socket.destroy()
        resume(Effect.void)
      }, millis)
    })
  )

describe("a client that hangs up", () => {
  it.live("HUB-022: interrupts the reads made for it, and is logged as INFO with status 499", () => {
    const logs = captureLogs("Debug")
    let stopped = 0
    const core = {
      listBrands: () =>
        Effect.never.pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              stopped++
            })
          )
        )
    }
    const service = Service.layer({ replace: (services) => Context.add(services, CoreApi, core) })
    return Effect.gen(function* () {
      yield* hangUp(request("GET /api/external/v1/brands", [authorization]), 100)
      yield* eventually(
        "the reading was stopped",
        Effect.sync(() => stopped === 1),
        15
      )
      const logged = () => logs.lines().map(({ fields }) => [fields["message"], fields["level"], fields["status"]])
      yield* eventually(
        "the request was logged",
        Effect.sync(() => logged().length > 0),
        5
      )
      assert.deepStrictEqual(logged(), [["request", "INFO", 499]])
    }).pipe(Effect.provide(service.pipe(Layer.provide(logs.layer))))
  })

  it.live("HUB-070: does not stop a write, which commits, and a retry gets its result", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      yield* call("POST", "/__test/faults", { body: { point: "before_commit", delayMs: 300, fail: false } })
      const path = "/api/external/v1/messaging?scope=ws-a-main"
      const headers = { ...as("KH_all"), "idempotency-key": "hang-up-0001" }
      const body = { type: "claim", id: actionId("unowned80"), expectedVersion: 1 }
      const text = JSON.stringify(body)
      const fields = [
        authorization,
        "Idempotency-Key: hang-up-0001",
        "X-Request-ID: hang-up",
        "Content-Type: application/json",
        `Content-Length: ${text.length}`
      ]
      yield* hangUp(request(`POST ${path}`, fields, text), 100)
      const read = call("GET", `${path}&id=${body.id}`, { headers })
      yield* eventually(
        "the claim is there",
        Effect.map(read, (answer) => answer.at("items.0.state") === "owned"),
        5
      )
      const retry = yield* call("POST", path, { headers, body })
      assert.deepStrictEqual([retry.status, retry.at("receipt.requestId")], [200, "hang-up"])
    }).pipe(Effect.provide([Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }), Logger.layer([])]))
  )
})
