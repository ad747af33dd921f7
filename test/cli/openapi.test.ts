import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hub } from "../support/hub.ts"
import * as Service from "../support/service.ts"

const served = { hub: "/api/external/v1", partner: "/v1/partner", public: "/v1/public" }

layer(Service.layer())("hub openapi", (it) => {
  for (const [surface, base] of Object.entries(served)) {
    it.effect(`prints the document that is served at ${base}/openapi.json`, () =>
      Effect.gen(function* () {
        const { call } = yield* Service.Service
        const run = yield* hub({}, "openapi", "--surface", surface)
        assert.deepStrictEqual(run.at(""), (yield* call("GET", `${base}/openapi.json`)).body)
        const line = yield* hub({}, "openapi", "--surface", surface, "--json")
        assert.deepStrictEqual(line.at(""), run.at(""))
        assert.strictEqual(line.stdout.trim().split("\n").length, 1)
      })
    )
  }
})
