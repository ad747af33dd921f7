import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { connect } from "node:net"
import { CoreApi } from "../../../src/domain/brands/CoreApi.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { eventually } from "../../support/eventually.ts"
import { captureLogs } from "../../support/logs.ts"
import { actionId, keyHeader } from "../../support/messaging.ts"
import { request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"

const authorization = `Authorization: Bearer ${hubKeys.KH_all}`

/** Sends a request and destroys the socket once the request `isUnderWay`, without waiting for the answer. */
const hangUp = (text: string, isUnderWay: Effect.Effect<boolean>) =>
  Service.Service.use(({ baseUrl }) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const { hostname, port } = new URL(baseUrl)
        const socket = connect(Number(port), hostname, () => socket.write(text))
        socket.on("error", () => undefined)
        return socket
      }),
      () => eventually("the request is under way", isUnderWay),
      (socket) => Effect.sync(() => socket.destroy())
    )
  )

describe("a client that hangs up", () => {
  it.live("HUB-022: interrupts the reads made for it, and is logged as INFO with status 499", () => {
    const logs = captureLogs("Debug")
    let [begun, stopped] = [0, 0]
    const core = {
      listBrands: () =>
        Effect.andThen(
          Effect.sync(() => {
            begun++
          }),
          Effect.never
        ).pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              stopped++
            })
          )
        )
    }
    const service = Service.layer({ replace: (services) => Context.add(services, CoreApi, core) })
    return Effect.gen(function* () {
      yield* hangUp(
        request("GET /api/external/v1/brands", [authorization]),
        Effect.sync(() => begun === 1)
      )
      yield* eventually(
        "the reading was stopped",
        Effect.sync(() => stopped === 1)
      )
      const logged = () => logs.lines().map(({ fields }) => [fields["message"], fields["level"], fields["status"]])
      yield* eventually(
        "the request was logged",
        Effect.sync(() => logged().length > 0)
      )
      assert.deepStrictEqual(logged(), [["request", "INFO", 499]])
    }).pipe(Effect.provide(service.pipe(Layer.provide(logs.layer))))
  })

  it.live("HUB-070: does not stop a write, which commits, and a retry gets its result", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      yield* call("POST", "/__test/faults", { body: { point: "before_commit", delayMs: 1000, fail: false } })
      // Arming another fault lists those that have not struck.
      const another = { point: "core", delayMs: 0, fail: false }
      const hasStruck = Effect.map(
        call("POST", "/__test/faults", { body: another }),
        (armed) => !armed.each("items", "point").includes("before_commit")
      )
      const path = "/api/external/v1/messaging?scope=ws-a-main"
      const headers = { ...keyHeader("KH_all"), "idempotency-key": "hang-up-0001" }
      const body = { type: "claim", id: actionId("unowned80"), expectedVersion: 1 }
      const text = JSON.stringify(body)
      const fields = [
        authorization,
        "Idempotency-Key: hang-up-0001",
        "X-Request-ID: hang-up",
        "Content-Type: application/json",
        `Content-Length: ${text.length}`
      ]
      yield* hangUp(request(`POST ${path}`, fields, text), hasStruck)
      const read = call("GET", `${path}&id=${body.id}`, { headers })
      yield* eventually(
        "the claim is there",
        Effect.map(read, (answer) => answer.at("items.0.state") === "owned")
      )
      const retry = yield* call("POST", path, { headers, body })
      assert.deepStrictEqual([retry.status, retry.at("receipt.requestId")], [200, "hang-up"])
    }).pipe(Effect.provide([Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }), Logger.layer([])]))
  )
})
