import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import * as Service from "../../support/service.ts"

const brands = "/api/external/v1/brands"
const as = (key: keyof typeof hubKeys) => ({ headers: { authorization: `Bearer ${hubKeys[key]}` } })

layer(Service.layer())("listBrands", (it) => {
  it.effect("HUB-002, HUB-023: lists brands together with their venues", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* call("GET", brands, as("KH_brands"))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.each("items", "name"), ["Brand A1", "Brand A2", "Brand A3"])
      assert.deepStrictEqual(answer.each("items.0.venues", "name"), ["Venue V1", "Venue V2"])
      assert.deepStrictEqual(answer.each("items.1.venues", "name"), ["Venue V3", "Venue V_hidden"])
      assert.deepStrictEqual(answer.at("items.2.venues"), [])
      assert.strictEqual(answer.at("nextCursor"), null)
    })
  )
})
