import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { key } from "../support/partner.ts"
import { pageSamples } from "../support/samples/pageSamples.ts"
import * as Service from "../support/http/service.ts"

const { body, contentType = "", path } = pageSamples["uploadFeaturedImage"] ?? assert.fail("no sample")
const whole = body instanceof Uint8Array ? body : new Uint8Array()

/** The form with some bytes changed, cut off somewhere. */
const damaged = fc
  .tuple(
    fc.integer({ min: 0, max: whole.length }),
    fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 4 })
  )
  .map(([kept, changes]) => {
    const bytes = Uint8Array.from(whole)
    for (const [at, byte] of changes) bytes[at] = byte
    return bytes.subarray(0, kept)
  })

layer(Service.layer({ environment: { HUB_LIMIT_PARTNER_KEY: "100000", HUB_LIMIT_PARTNER_WRITES: "100000" } }))(
  "damaged forms",
  (it) => {
    it.effect("GEN-006, PAR-084: a truncated or altered form is a 200, 400, 413 or 415, never a fault", () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        for (const bytes of fc.sample(damaged, { numRuns: 300, seed: 1 })) {
          const headers = { ...key("PA"), "idempotency-key": crypto.randomUUID(), "content-type": contentType }
          const answer = yield* call("POST", path, { headers, body: bytes })
          const form = Buffer.from(bytes).toString("base64")
          assert.include([200, 400, 413, 415], answer.status, `${answer.text} ${form}`)
        }
      })
    )
  }
)
