import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { DecodingStarved } from "../../../src/domain/images/ImageErrors.ts"
import { Images } from "../../../src/domain/images/Images.ts"
import { eventually } from "../../support/eventually.ts"
import { imageForm } from "../../support/http/form.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import * as Service from "../../support/http/service.ts"
import { imageOf } from "../../support/pages/testImages.ts"

const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}/featured-image`

const begin = Deferred.makeUnsafe<void>()
let arrived = 0
let refusesEarly = true
let starved = false

/** Decodes nothing before `begin`, so that the queue stays full while the test checks it. */
const holding = Service.layer({
  // Long enough for the waiting uploads on a slow machine.
  environment: { HUB_REQUEST_TIMEOUT_MS: "120000" },
  replace: (services) => {
    const { admit, encode } = Context.get(services, Images)
    return Context.add(
      services,
      Images,
      Images.of({
        admit: Effect.suspend(() => (refusesEarly ? admit : Effect.void)),
        encode: (read) =>
          Effect.suspend(() => {
            arrived += 1
            if (starved) return Effect.die(new DecodingStarved())
            return encode(Effect.andThen(Deferred.await(begin), read))
          })
      })
    )
  }
})

layer(holding)("concurrent uploads", (it) => {
  it.effect("A-147: beyond three waiting uploads, another is 503 with Retry-After, before its body is read", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* Service.Service
      const form = imageForm(yield* imageOf("png"))
      const upload = (name: string) =>
        call("POST", path, { headers: { ...key("PA"), "idempotency-key": name, ...form.headers }, body: form.body })
      const waiting = yield* Effect.forEach(["1", "2", "3", "4"], (name) => Effect.forkChild(upload(name)))
      yield* TestClock.withLive(
        eventually(
          "four uploads at the decoder",
          Effect.sync(() => arrived === 4)
        )
      )

      // Its body stays incomplete, so the response cannot have waited for it.
      const fields = Object.entries({ ...key("PA"), "Idempotency-Key": "5", ...form.headers })
      const head = request(`POST ${path}`, [
        ...fields.map(([name, value]) => `${name}: ${value}`),
        "Content-Length: 5000000",
        "Connection: close"
      ])
      const { answers, wire } = yield* exchange(baseUrl, [head, form.body], { patienceMillis: 30_000 })
      const [refused] = answers
      assert.deepStrictEqual([refused?.status, refused?.at("code")], [503, "service_unavailable"], wire)
      assert.strictEqual(refused?.headers["retry-after"], "1")
      assert.strictEqual(refused?.headers["x-hub-preview"], "true")
      assert.strictEqual(arrived, 4)

      // An upload admitted before the last place was taken is refused when it would have to wait.
      refusesEarly = false
      const late = yield* upload("5")
      assert.deepStrictEqual(statusAndCode(late), [503, "service_unavailable"], late.text)
      assert.strictEqual(late.headers.get("retry-after"), "1")
      assert.strictEqual(arrived, 5)
      refusesEarly = true

      yield* Deferred.succeed(begin, undefined)
      for (const fiber of waiting) assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
      // The refusals left the key free.
      const retried = yield* upload("5")
      assert.strictEqual(retried.status, 200, retried.text)
      assert.isFalse(retried.headers.has("x-idempotent-replay"))
    })
  )

  it.effect(
    "A-147: an image that a busy processor does not decode in time is 503 with Retry-After, and may be sent again",
    () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const form = imageForm(yield* imageOf("png"))
        const headers = { ...key("PA"), "idempotency-key": "starved", ...form.headers }
        const upload = call("POST", path, { headers, body: form.body })
        yield* Deferred.succeed(begin, undefined)
        starved = true
        const refused = yield* upload
        assert.deepStrictEqual(statusAndCode(refused), [503, "service_unavailable"], refused.text)
        assert.strictEqual(refused.headers.get("retry-after"), "1")
        starved = false
        const retried = yield* upload
        assert.strictEqual(retried.status, 200, retried.text)
        assert.isFalse(retried.headers.has("x-idempotent-replay"))
      })
  )
})
