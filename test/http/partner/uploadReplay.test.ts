import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Images } from "../../../src/domain/images/Images.ts"
import { key } from "../../support/partner.ts"
import { pageSamples } from "../../support/samples/pageSamples.ts"
import * as Service from "../../support/service.ts"

let decoded = 0

const counting = Service.layer({
  replace: (services) => {
    const { admit, encode } = Context.get(services, Images)
    return Context.add(
      services,
      Images,
      Images.of({
        admit,
        encode: (read) =>
          Effect.andThen(
            Effect.sync(() => decoded++),
            encode(read)
          )
      })
    )
  }
})

const { body, contentType = "", path } = pageSamples["uploadFeaturedImage"] ?? assert.fail("no sample")

layer(counting)("uploads that come again", (it) => {
  it.effect("PAR-117 A-85: a replay of an upload decodes nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const headers = { ...key("PA"), "idempotency-key": "once", "content-type": contentType }
      const first = yield* call("POST", path, { headers, body })
      const again = yield* call("POST", path, { headers, body })
      assert.deepStrictEqual([first.status, again.status, again.text], [200, 200, first.text])
      assert.strictEqual(decoded, 1)
    })
  )
})
