import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { demoIds } from "../../src/demo/demoIds.ts"
import { host, pathOf, place, request } from "../support/assistant.ts"
import { layer as operatorLayer } from "../support/operator.ts"
import * as Service from "../support/http/service.ts"

const ids = ["ws-a-main", place.organizationId, String(demoIds.guests["g1"]), String(demoIds.actions["unowned1"])]

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, "", "\u0000", "__proto__", "\ud800", [], {}, ...ids),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 })
)

const names = ["organizationId", "scopeId", "taskId", "guestId", "before", "after", "title", "clientRequestId", "state"]

/** Arguments of a tool: valid, invalid and undeclared ones. */
const args = fc
  .dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 10 })), value, { maxKeys: 8 })
  .chain((spoilt) => fc.boolean().map((isPlaced) => (isPlaced ? { ...spoilt, ...place } : spoilt)))

const methods = fc.oneof(
  fc.constantFrom("initialize", "ping", "tools/list", "tools/call", "resources/list", "notifications/initialized"),
  fc.string({ maxLength: 20 })
)

/** Messages close to valid ones, and any other JSON. */
const messages = (tools: ReadonlyArray<string>) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        jsonrpc: fc.constant("2.0"),
        id: fc.constant(1),
        method: fc.constant("tools/call"),
        params: fc.record({ name: fc.constantFrom(...tools), arguments: args })
      })
    },
    {
      weight: 2,
      arbitrary: fc.record(
        { jsonrpc: fc.oneof(fc.constant("2.0"), value), id: value, method: methods, params: value },
        { requiredKeys: [] }
      )
    },
    { weight: 1, arbitrary: value }
  )

layer(operatorLayer({ environment: { HUB_LIMIT_ASSISTANT: "1000000", HUB_LIMIT_ADDRESS: "1000000" } }))(
  "messages to the assistant endpoint",
  (it) => {
    it.effect("GEN-006, INT-032: every message is answered with JSON or accepted, never with a fault", () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const headers = yield* host("AT_write")
        const listed = yield* request(headers, "tools/list")
        const tools = listed.each("result.tools", "name").map(String)
        assert.isAbove(tools.length, 10)
        let results = 0
        for (const body of fc.sample(messages(tools), { numRuns: 600, seed: 15 })) {
          const answer = yield* call("POST", pathOf(), {
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
          const message = JSON.stringify(body).slice(0, 500)
          assert.include([200, 202, 400, 403, 404, 413], answer.status, `${answer.text} ${message}`)
          if (answer.status !== 202) assert.isObject(answer.body, `${answer.text} ${message}`)
          if (answer.at("result") !== undefined) results += 1
        }
        assert.isAbove(results, 50, "some messages are understood")
      })
    )
  }
)
