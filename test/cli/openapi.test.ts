import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { documents } from "../../src/cli/documents.ts"
import { hub } from "../support/servers/hub.ts"
import * as Service from "../support/http/service.ts"

layer(Service.layer())("hub openapi", (it) => {
  for (const [surface, { base }] of Object.entries(documents)) {
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

  it.effect("GEN-008: contains the URL of the service if PUBLIC_URL is set, and refuses an invalid one", () =>
    Effect.gen(function* () {
      const run = yield* hub({ PUBLIC_URL: "https://api.example.com" }, "openapi", "--surface", "partner")
      assert.deepStrictEqual(run.at("servers"), [{ url: "https://api.example.com/v1" }])
      const refused = yield* hub({ PUBLIC_URL: "ftp://api.example.com" }, "openapi")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "PUBLIC_URL must be an http or https URL")
    })
  )
})
