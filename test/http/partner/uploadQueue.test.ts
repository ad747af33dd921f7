import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { Images } from "../../../src/domain/images/Images.ts"
import { eventually } from "../../support/eventually.ts"
import { imageForm } from "../../support/form.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { exchange, request } from "../../support/rawSocket.ts"
import * as Service from "../../support/service.ts"
import { imageOf } from "../../support/testImages.ts"

const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}/featured-image`

const begin = Deferred.makeUnsafe<void>()
let arrived = 0
let looksAhead = true

/** Decodes nothing before `begin`, so that a queue stands for as long as a test looks at it. */
const holding = Service.layer({
  // Those that wait are answered in the end, however long the machine takes.
  environment: { HUB_REQUEST_TIMEOUT_MS: "120000" },
  replace: (services) => {
    const { admit, encode } = Context.get(services, Images)
    return Context.add(
      services,
      Images,
      Images.of({
        admit: Effect.suspend(() => (looksAhead ? admit : Effect.void)),
        encode: (read) =>
          Effect.suspend(() => {
            arrived += 1
            return encode(Effect.andThen(Deferred.await(begin), read))
          })
      })
    )
  }
})

layer(holding)("uploads at once", (it) => {
  it.effect(
    "A-147: three uploads wait for the decoder; more are refused with 503 and Retry-After, before their bytes are read",
    () =>
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

        // Its body never ends, so it is answered without.
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

        // One that is read while the last place is taken is refused when it is its turn to wait.
        looksAhead = false
        const late = yield* upload("5")
        assert.deepStrictEqual(statusAndCode(late), [503, "service_unavailable"], late.text)
        assert.strictEqual(late.headers.get("retry-after"), "1")
        assert.strictEqual(arrived, 5)
        looksAhead = true

        yield* Deferred.succeed(begin, undefined)
        for (const fiber of waiting) assert.strictEqual((yield* Fiber.join(fiber)).status, 200)
        // The key was not used up by the refusals.
        const again = yield* upload("5")
        assert.strictEqual(again.status, 200, again.text)
        assert.isFalse(again.headers.has("x-idempotent-replay"))
      })
  )
})
