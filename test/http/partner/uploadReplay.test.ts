import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Images } from "../../../src/domain/images/Images.ts"
import { QueueFull } from "../../../src/domain/shared/Turns.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { pageSamples } from "../../support/samples/pageSamples.ts"
import * as Service from "../../support/http/service.ts"

let decoded = 0
let isFull = false
const refusal = Effect.die(new QueueFull({ of: "images" }))

const counting = Service.layer({
  replace: (services) => {
    const { admit, encode } = Context.get(services, Images)
    return Context.add(
      services,
      Images,
      Images.of({
        admit: Effect.suspend(() => (isFull ? refusal : admit)),
        encode: (read) =>
          Effect.suspend(() => {
            decoded++
            return isFull ? refusal : encode(read)
          })
      })
    )
  }
})

const { body, contentType = "", otherBody, path } = pageSamples["uploadFeaturedImage"] ?? assert.fail("no sample")

layer(counting)("repeated uploads", (it) => {
  it.effect("PAR-117, A-85: a replayed upload is not decoded again", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const headers = { ...key("PA"), "idempotency-key": "once", "content-type": contentType }
      const first = yield* call("POST", path, { headers, body })
      const replay = yield* call("POST", path, { headers, body })
      assert.deepStrictEqual([first.status, replay.status, replay.text], [200, 200, first.text])
      assert.strictEqual(decoded, 1)
    })
  )

  it.effect("PAR-117, PAR-121, A-147: with a full queue a used key replays or is 409; an unused one is 503", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const upload = (name: string, payload = body, credential = key("PA")) =>
        call("POST", path, {
          headers: { ...credential, "idempotency-key": name, "content-type": contentType },
          body: payload
        })
      const first = yield* upload("answered")
      isFull = true
      const replay = yield* upload("answered")
      assert.deepStrictEqual([first.status, replay.status, replay.text], [200, 200, first.text])
      assert.strictEqual(replay.headers.get("x-idempotent-replay"), "true")
      assert.deepStrictEqual(statusAndCode(yield* upload("answered", otherBody)), [409, "idempotency_key_reused"])
      assert.deepStrictEqual(statusAndCode(yield* upload("unused")), [503, "service_unavailable"])
      assert.deepStrictEqual(statusAndCode(yield* upload("answered", body, key("PB"))), [503, "service_unavailable"])
      isFull = false
    })
  )
})
