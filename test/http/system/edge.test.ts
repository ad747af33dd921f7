import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../../support/http/service.ts"

const token = "token-of-the-edge-000"

const ask = (query: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const { call } = yield* Service.Service
    return (yield* call("GET", `/__edge/ask${query}`, { headers })).status
  })

const elsewhere = { "x-forwarded-for": "203.0.113.7" }
const bearer = { authorization: `Bearer ${token}` }
const verified = "?domain=www.hotels-a.example"

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store }))(`the edge asks about hostnames (${store})`, (it) => {
    it.effect("DOMAIN 8: verifying and verified hostnames are 200, all others 404", () =>
      Effect.gen(function* () {
        for (const hostname of [
          "www.hotels-a.example",
          "soon.hotels-b.example",
          "STAY.hotels-a.example",
          "stay.hotels-a.example."
        ]) {
          assert.strictEqual(yield* ask(`?domain=${hostname}`), 200, hostname)
        }
        for (const hostname of [
          "pending.hotels-a.example",
          "late.hotels-a.example",
          "unknown.example",
          "",
          "%00",
          "a".repeat(300)
        ]) {
          assert.strictEqual(yield* ask(`?domain=${hostname}`), 404, hostname)
        }
        assert.strictEqual(yield* ask(""), 404)
      })
    )
  })
}

layer(Service.layer())("the edge without a token", (it) => {
  it.effect("A-138: is answered from the same host only; other addresses get 404", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(verified), 200)
      assert.strictEqual(yield* ask(verified, elsewhere), 404)
      const { call } = yield* Service.Service
      assert.strictEqual((yield* call("POST", `/__edge/ask${verified}`)).status, 405)
    })
  )
})

layer(Service.layer({ environment: { HUB_EDGE_TOKEN: token, HUB_LIMIT_ADDRESS: "10" } }))(
  "the edge with a token",
  (it) => {
    it.effect("A-138: is answered from any address with the token as bearer or parameter, else 404", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* ask(verified, { ...bearer, ...elsewhere }), 200)
        assert.strictEqual(yield* ask(`${verified}&token=${token}`, elsewhere), 200)
        for (const [query, headers] of [
          [verified, {}],
          [verified, elsewhere],
          [`${verified}&token=${token}1`, {}],
          [`${verified}&token=`, {}],
          [verified, { authorization: "Bearer another-token" }]
        ] as const) {
          assert.strictEqual(yield* ask(query, headers), 404)
        }
      })
    )

    it.effect("A-138: is not subject to the limit per address", () =>
      Effect.gen(function* () {
        const statuses = yield* Effect.forEach(Array.from({ length: 40 }), () => ask(verified, bearer))
        assert.deepStrictEqual([...new Set(statuses)], [200])
      })
    )
  }
)
