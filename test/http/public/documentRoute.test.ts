import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Public from "../../support/public.ts"
import { Service, keysOf } from "../../support/http/service.ts"

layer(Public.layer())("GET /v1/public/openapi.json", (it) => {
  it.effect("PUB-019, PUB-001: needs no credential and has both surfaces' paths and no others", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      for (const headers of [{}, { authorization: "Bearer garbage", "x-api-key": "nothing" }]) {
        const answer = yield* call("GET", "/v1/public/openapi.json", { headers })
        assert.strictEqual(answer.status, 200)
        assert.include(answer.headers.get("content-type") ?? "", "application/json")
        const paths = Array.from(keysOf(answer.at("paths")))
        assert.includeMembers(paths, ["/members/me", "/public/properties/{propertyId}"])
        for (const path of paths) assert.match(path, /^\/(?:members|public)\//)
      }
      const hidden = yield* call("GET", "/v1/members/openapi.json")
      assert.strictEqual(hidden.status, 404, "no public route lies under /members/")
    })
  )
})
