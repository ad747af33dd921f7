import { assert, layer } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { actionId, keyHeader, freshKey } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const base = "/api/external/v1"
const messaging = `${base}/messaging?scope=ws-a-main`

const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  Service.Service.use((service) =>
    service.call(method, path, { headers: { ...keyHeader("KH_all"), ...headers }, body })
  )

const claim = { type: "claim", id: actionId("unowned80"), expectedVersion: 1 }

/** One valid request to each operation. */
const operations = (headers: Record<string, string>) =>
  Effect.all([
    call("GET", `${base}/brands`, headers),
    call("GET", messaging, headers),
    call("POST", messaging, { "idempotency-key": "answers-0001", ...headers }, claim)
  ])

layer(Service.layer())("every operation of the hub", (it) => {
  it.effect("HUB-014, GEN-006: successes are application/json, failures application/problem+json", () =>
    Effect.gen(function* () {
      for (const answer of yield* operations({ accept: "text/html" })) {
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        assert.isTrue(Predicate.isObject(answer.body))
      }
      const failures = [
        yield* call("GET", `${base}/brands?limit=0`),
        yield* call("GET", `${base}/messaging`),
        yield* call("POST", messaging, { "idempotency-key": freshKey() }, "{"),
        yield* call("POST", messaging, { "idempotency-key": freshKey(), "content-type": "text/html" }, "<p>"),
        yield* call("DELETE", messaging),
        yield* call("GET", `${base}/nothing`),
        yield* call("GET", `${base}/brands`, { authorization: "" })
      ]
      assert.deepStrictEqual(
        failures.map(({ status }) => status),
        [400, 400, 400, 400, 405, 404, 401]
      )
      for (const answer of failures) {
        assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
        assert.strictEqual(answer.at("status"), answer.status)
      }
    })
  )

  it.effect(
    "HUB-039: pages of a thread or of Actions have nextCursor, null on the last; pages of events have nextAfter",
    () =>
      Effect.gen(function* () {
        const pages = [
          yield* call("GET", `${messaging}&view=actions`),
          yield* call("GET", `${messaging}&view=thread&guest=${demoIds.guests.g1}`),
          yield* call("GET", `${messaging}&view=actions&id=${actionId("unowned80")}`)
        ]
        for (const page of pages) {
          assert.property(page.body, "nextCursor")
          assert.notProperty(page.body, "nextAfter")
          const cursor = page.at("nextCursor")
          assert.isTrue(cursor === null || typeof cursor === "string", page.text)
        }
        assert.strictEqual(pages[2]?.at("nextCursor"), null)
        const events = yield* call("GET", `${messaging}&view=events`)
        assert.notProperty(events.body, "nextCursor")
        assert.isTrue(Number.isInteger(events.at("nextAfter")))
      })
  )
})
