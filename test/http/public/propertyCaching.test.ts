import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { venueDocumentId, venues, venueSlug } from "../../../src/demo/venues.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Property } from "../../../src/domain/properties/Property.ts"
import * as Public from "../../support/public.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import { Service } from "../../support/http/service.ts"

const base = "/v1/public/properties"
const V1 = `${base}/${venues.V1.id}`

let address = 0
const get = Effect.fnUntraced(function* (at: string, headers: Record<string, string> = {}) {
  const { call } = yield* Service
  address++
  return yield* call("GET", at, { headers: { "x-forwarded-for": `10.3.${address >> 8}.${address & 255}`, ...headers } })
})

const tagOf = Effect.fnUntraced(function* (at: string) {
  const answer = yield* get(at)
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.headers.get("etag") ?? ""
})

layer(Public.layer())("getPublicProperty, caching", (it) => {
  it.effect("PUB-002, PUB-005: a property has max-age=60 and a stable, strong ETag of its own", () =>
    Effect.gen(function* () {
      for (const path of [V1, `${base}/${venueDocumentId("V1")}`, `${base}/by-slug/${venueSlug("V1")}`]) {
        const first = yield* get(path)
        assert.strictEqual(first.headers.get("cache-control"), "public, max-age=60")
        assert.match(first.headers.get("etag") ?? "", /^"[A-Za-z0-9_-]+"$/)
        const again = yield* get(path)
        assert.deepStrictEqual([again.headers.get("etag"), again.text], [first.headers.get("etag"), first.text])
      }
      assert.notStrictEqual(yield* tagOf(V1), yield* tagOf(`${base}/${venues.V2.id}`))
    })
  )

  it.effect(
    "PUB-002, PUB-015, PUB-020: an ETag match is 304 without a body, with ETag, request id and limit headers",
    () =>
      Effect.gen(function* () {
        const etag = yield* tagOf(V1)
        const from = { "x-forwarded-for": "192.0.2.77", "x-request-id": "it-304" }
        for (const [position, ifNoneMatch] of [etag, "*", `"x", W/${etag}`, `${etag} , "y"`].entries()) {
          const answer = yield* get(V1, { ...from, "if-none-match": ifNoneMatch })
          assert.deepStrictEqual([answer.status, answer.text], [304, ""], ifNoneMatch)
          assert.isNull(answer.headers.get("content-type"))
          assert.strictEqual(answer.headers.get("etag"), etag)
          assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=60")
          assert.strictEqual(answer.headers.get("x-request-id"), "it-304")
          assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "120")
          assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), String(119 - position))
          assert.match(answer.headers.get("x-ratelimit-reset") ?? "", /^\d+$/)
          assert.strictEqual(answer.headers.get("ratelimit-policy"), '"public";q=120;w=60')
          assert.match(answer.headers.get("ratelimit") ?? "", /^"public";r=\d+;t=\d+$/)
        }
      })
  )

  it.effect("PUB-002: a 304 has neither body nor framing on the wire; the next response follows it", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service
      const etag = yield* tagOf(V1)
      const fields = ["X-Forwarded-For: 192.0.2.78", `If-None-Match: ${etag}`]
      const { answers, wire } = yield* exchange(baseUrl, [
        request(`GET ${V1}`, fields),
        request(`GET ${V1}`, ["X-Forwarded-For: 192.0.2.78", "Connection: close"])
      ])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [304, 200],
        wire
      )
      assert.notProperty(answers[0]?.headers, "content-length")
      assert.notProperty(answers[0]?.headers, "transfer-encoding")
      assert.strictEqual(answers[1]?.at("id"), venues.V1.id)
    })
  )

  it.effect("PUB-002: an If-None-Match that is malformed or does not match is 200 with the property", () =>
    Effect.gen(function* () {
      const etag = yield* tagOf(V1)
      for (const ifNoneMatch of [
        '"other"',
        etag.slice(1, -1),
        '"*"',
        "W/",
        yield* tagOf(`${V1}?hydrate=restaurants`)
      ]) {
        const answer = yield* get(V1, { "if-none-match": ifNoneMatch })
        assert.strictEqual(answer.status, 200, ifNoneMatch)
        assert.strictEqual(answer.at("id"), venues.V1.id)
      }
    })
  )

  it.effect("PUB-003, PUB-004, PUB-005: each set of hydrated sections has its own ETag, however it is written", () =>
    Effect.gen(function* () {
      const choices = ["", "?hydrate=suggestedPlaces", "?hydrate=keyFeatures", "?hydrate=keyFeatures,restaurants"]
      const tags = yield* Effect.forEach(choices, (choice) => tagOf(`${V1}${choice}`))
      assert.strictEqual(new Set(tags).size, choices.length)
      for (const [position, choice] of choices.entries()) {
        for (const [other, etag] of tags.entries()) {
          const { status } = yield* get(`${V1}${choice}`, { "if-none-match": etag })
          assert.strictEqual(status, other === position ? 304 : 200)
        }
      }
      for (const written of [
        "hydrate[]=restaurants&hydrate[]=keyFeatures",
        "hydrate=restaurants&hydrate=keyFeatures"
      ]) {
        assert.strictEqual(yield* tagOf(`${base}/by-slug/${venueSlug("V1")}?${written}`), tags[3])
      }
    })
  )

  it.effect("PUB-018, PUB-012: failures ignore If-None-Match, have no ETag and are no-store", () =>
    Effect.gen(function* () {
      const paths = { [`${base}/999`]: 404, [`${base}/${venues.V_hidden.id}`]: 404, [`${V1}?hydrate=rooms`]: 400 }
      for (const [path, status] of Object.entries(paths)) {
        const answer = yield* get(path, { "if-none-match": "*" })
        assert.strictEqual(answer.status, status)
        assert.isTrue(Public.isFailure(answer), answer.text)
        assert.isNull(answer.headers.get("etag"))
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
      const from = { "x-forwarded-for": "192.0.2.79" }
      for (let i = 0; i < 120; i++) yield* get(V1, { ...from, "if-none-match": "*" })
      const limited = yield* get(V1, { ...from, "if-none-match": "*" })
      assert.deepStrictEqual([limited.status, limited.headers.get("cache-control")], [429, "no-store"])
    })
  )

  it.effect("PUB-017: the legacy endpoint is not cacheable and has no ETag", () =>
    Effect.gen(function* () {
      const path = `/v1/public/reservations/legacy/${demoIds.legacyReservations.L1}/resolve`
      const answer = yield* get(path, { "if-none-match": "*" })
      assert.deepStrictEqual([answer.status, answer.headers.get("cache-control")], [200, "no-store"])
      assert.isNull(answer.headers.get("etag"))
    })
  )
})

/** V1 is renamed, V3 hidden and V_hidden published. */
const changes = new Map<number, Partial<Property>>([
  [venues.V1.id, { name: "Renamed" }],
  [venues.V3.id, { status: "hidden" }],
  [venues.V_hidden.id, { status: "published" }]
])

const changed = {
  ...Public.dataset,
  properties: Public.dataset.properties.map((row) => ({ ...row, ...changes.get(row.id) }))
}

layer(Public.layer({ dataset: () => changed }))("getPublicProperty, caching, after a change", (it) => {
  it.effect("PUB-002: a changed property has another ETag; an unchanged one has the same in another instance", () =>
    Effect.gen(function* () {
      const before = yield* Effect.provide(Effect.all([tagOf(V1), tagOf(`${base}/${venues.V2.id}`)]), Public.layer())
      assert.notStrictEqual(yield* tagOf(V1), before[0])
      assert.strictEqual((yield* get(V1, { "if-none-match": before[0] })).at("name"), "Renamed")
      assert.strictEqual((yield* get(`${base}/${venues.V2.id}`, { "if-none-match": before[1] })).status, 304)
    })
  )

  it.effect("PUB-018: a newly hidden property is 404 even for its ETag; a newly published one has every path", () =>
    Effect.gen(function* () {
      const before = yield* Effect.provide(tagOf(`${base}/${venues.V3.id}`), Public.layer())
      const named = (name: "V3" | "V_hidden") => [
        `${base}/${venues[name].id}`,
        `${base}/${venueDocumentId(name)}`,
        `${base}/by-slug/${venueSlug(name)}`
      ]
      for (const path of named("V3")) assert.strictEqual((yield* get(path, { "if-none-match": before })).status, 404)
      for (const path of named("V_hidden")) assert.strictEqual((yield* get(path)).at("id"), venues.V_hidden.id)
    })
  )
})
