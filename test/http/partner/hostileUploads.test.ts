import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { imageForm } from "../../support/http/form.ts"
import { hostileImages } from "../../support/pages/hostileImages.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { imageOf } from "../../support/pages/testImages.ts"

const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}/featured-image`

const upload = (image: Uint8Array, as: { readonly filename?: string; readonly type?: string } = {}) =>
  Service.Service.use(({ call }) => {
    const { body, headers } = imageForm(image, as)
    return call("POST", path, { headers: { "idempotency-key": crypto.randomUUID(), ...key("PA"), ...headers }, body })
  })

const codes = { 400: "invalid_parameter", 415: "unsupported_media_type" } as const

layer(Service.layer())("hostile uploads", (it) => {
  it.effect.each(
    hostileImages.flatMap((image) => (image.status === 200 ? [] : [[image.name, image, image.status] as const]))
  )("PAR-083, PAR-084: refuses %s, stores nothing and accepts the next upload", ([, { as, make }, status]) =>
    Effect.gen(function* () {
      const { rows } = yield* Service.Service
      const stored = Effect.map(rows, (all) => [...all].filter((row) => /^(?:pageImages|blobs) /.test(row)).length)
      const before = yield* stored
      const answer = yield* upload(yield* Effect.promise(make), as)
      assert.deepStrictEqual(statusAndCode(answer), [status, codes[status]], answer.text)
      assert.strictEqual(yield* stored, before)
      assert.strictEqual((yield* upload(yield* imageOf("png"))).status, 200)
    })
  )
})
