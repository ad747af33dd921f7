import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { brandDocumentId } from "../../../src/demo/demoBrands.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type VenueName, venueDocumentId, venueNames, venues, venueSlug } from "../../../src/demo/venues.ts"
import { PropertyMissing } from "../../../src/domain/properties/PropertyErrors.ts"
import { publicClient, using } from "../../support/http/clients.ts"
import * as Public from "../../support/public.ts"
import { Service } from "../../support/http/service.ts"

const base = "/v1/public/properties"
const { isFailure } = Public

/** A new client address for each request, so that no limit applies. */
let address = 0
const freshAddress = () => {
  address++
  return { "x-forwarded-for": `10.0.${address >> 8}.${address & 255}` }
}

const get = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}) {
  const { call } = yield* Service
  return yield* call("GET", path, { headers: { ...freshAddress(), ...headers } })
})

type Query = Parameters<typeof publicClient.properties.getPublicProperty>[0]["query"]

const property = (id: number | string, query: Query = {}) =>
  publicClient.properties.getPublicProperty({ params: { propertyId: String(id) }, query }).pipe(using(freshAddress()))
const bySlug = (slug: string, query: Query = {}) =>
  publicClient.properties.getPublicPropertyBySlug({ params: { slug }, query }).pipe(using(freshAddress()))

const published = venueNames.filter((name) => name !== "V_hidden")
const stored = (name: VenueName) => Public.dataset.properties.find(({ id }) => id === venues[name].id)
const details = (name: VenueName) =>
  Public.dataset.propertyDetails.find(({ propertyId }) => propertyId === venues[name].id)

layer(Public.layer())("getPublicProperty", (it) => {
  it.effect("PUB-002, PUB-005, GEN-001: every published property is the same by number, document id and slug", () =>
    Effect.gen(function* () {
      for (const name of published) {
        const byNumber = yield* get(`${base}/${demoIds.properties[name]}`)
        assert.strictEqual(byNumber.status, 200, byNumber.text)
        assert.strictEqual(byNumber.at("name"), `Venue ${name}`)
        for (const path of [`${base}/${venueDocumentId(name)}`, `${base}/by-slug/${venueSlug(name)}`]) {
          const answer = yield* get(path)
          assert.strictEqual(answer.status, 200, path)
          assert.strictEqual(answer.text, byNumber.text, path)
        }
      }
    })
  )

  it.effect("PUB-006, PUB-007, PUB-008: returns every field of a complete property", () =>
    Effect.gen(function* () {
      const answer = yield* get(`${base}/${venues.V1.id}`)
      const row = stored("V1")
      const brand = Public.dataset.brands.find(({ id }) => id === venues.V1.brandId)
      assert.deepStrictEqual(answer.body, {
        id: venues.V1.id,
        documentId: venueDocumentId("V1"),
        name: "Venue V1",
        slug: venueSlug("V1"),
        propertyType: "hotel",
        description: row?.description,
        shortDescription: row?.shortDescription,
        starRating: row?.starRating,
        guestRating: row?.guestRating,
        reviewCount: row?.reviewCount,
        address: {
          street: row?.street,
          city: "Lisbon",
          state: "Lisboa",
          country: "Portugal",
          postalCode: row?.postalCode,
          latitude: 38.7223,
          longitude: -9.1393
        },
        brand: {
          id: brandDocumentId("A1"),
          name: "Brand A1",
          logo: brand?.logoUrl,
          description: brand?.description
        },
        heroImage: row?.hero,
        gallery: row?.gallery,
        amenities: row?.amenities,
        policies: row?.policies,
        contactInfo: row?.contact
      })
    })
  )

  it.effect("PUB-006, PUB-007, PUB-008: omits unset fields, except state, gallery and amenities", () =>
    Effect.gen(function* () {
      const answer = yield* get(`${base}/${venues.D2.id}`)
      assert.deepStrictEqual(answer.body, {
        id: venues.D2.id,
        documentId: venueDocumentId("D2"),
        name: "Venue D2",
        slug: venueSlug("D2"),
        propertyType: "lodge",
        address: { city: "Tabwakea", state: "", country: "Kiribati", latitude: 2, longitude: -157.48 },
        brand: { id: brandDocumentId("D01"), name: "Brand D01", ...logoOf("D01") },
        gallery: [],
        amenities: []
      })
    })
  )

  it.effect("PUB-007: state is a string for every property, empty where there is none", () =>
    Effect.gen(function* () {
      for (const name of published) {
        const { address } = yield* property(venues[name].id)
        assert.strictEqual(address.state, venues[name].state ?? "", name)
      }
    })
  )

  it.effect("PUB-004, PUB-009: sections are absent by default; `hydrate` adds those that it names and no others", () =>
    Effect.gen(function* () {
      const sections = ["suggestedPlaces", "keyFeatures", "restaurants"] as const
      const present = (body: object) => sections.filter((section) => section in body)
      assert.deepStrictEqual(present(yield* property(venues.V1.id)), [])
      for (const section of sections) {
        const full = yield* property(venues.V1.id, { hydrate: [section] })
        assert.deepStrictEqual(present(full), [section])
        assert.deepStrictEqual(full[section], details("V1")?.[section])
        const bare = yield* property(venues.V3.id, { hydrate: [section] })
        assert.deepStrictEqual(present(bare), [section])
        assert.deepStrictEqual(bare[section], [])
      }
    })
  )

  it.effect("PUB-003, PUB-005: hydrate may be repeated, bracketed or joined by commas, by id and by slug", () =>
    Effect.gen(function* () {
      const ways = [
        "hydrate=suggestedPlaces&hydrate=restaurants",
        "hydrate[]=suggestedPlaces&hydrate[]=restaurants",
        "hydrate%5B%5D=suggestedPlaces&hydrate%5B%5D=restaurants",
        "hydrate=suggestedPlaces,restaurants",
        "hydrate=suggestedPlaces%2Crestaurants",
        "hydrate[]=restaurants,suggestedPlaces",
        "hydrate=suggestedPlaces&hydrate[]=restaurants",
        "hydrate=restaurants&hydrate=suggestedPlaces,restaurants&foo=bar"
      ]
      for (const way of ways) {
        for (const path of [`${base}/${venues.V1.id}`, `${base}/by-slug/${venueSlug("V1")}`]) {
          const answer = yield* get(`${path}?${way}`)
          assert.strictEqual(answer.status, 200, `${way}: ${answer.text}`)
          assert.deepStrictEqual(answer.at("suggestedPlaces"), details("V1")?.suggestedPlaces, way)
          assert.deepStrictEqual(answer.at("restaurants"), details("V1")?.restaurants, way)
          assert.isUndefined(answer.at("keyFeatures"), way)
        }
      }
    })
  )

  it.effect("PUB-003: any other value of hydrate is 400 and names the field", () =>
    Effect.gen(function* () {
      const ways = [
        "hydrate=rooms",
        "hydrate=",
        "hydrate",
        "hydrate=restaurants,",
        "hydrate=restaurants,,keyFeatures",
        "hydrate=Restaurants",
        "hydrate=restaurants%20",
        "hydrate=restaurants&hydrate=rooms",
        "hydrate[]=rooms",
        "hydrate=%00",
        "hydrate=%ff",
        `hydrate=${"restaurants,".repeat(900)}`,
        `hydrate=${"x".repeat(10_000)}`
      ]
      for (const way of ways) {
        for (const path of [`${base}/${venues.V1.id}`, `${base}/by-slug/${venueSlug("V1")}`, `${base}/unknown`]) {
          const answer = yield* get(`${path}?${way}`)
          assert.strictEqual(answer.status, 400, `${way}: ${answer.text}`)
          assert.isTrue(isFailure(answer), answer.text)
          assert.match(String(answer.at("message")), /^hydrate/)
          assert.isBelow(answer.text.length, 2000)
        }
      }
    })
  )

  it.effect("PUB-002, PUB-012: unused numbers, zero and out-of-range numbers are 404", () =>
    Effect.gen(function* () {
      const ids = [
        "0",
        "0000000000",
        "1",
        "999",
        "2147483647",
        "2147483648",
        "4294967397",
        "9999999999",
        "18446744073709551717"
      ]
      for (const id of [...ids, "9".repeat(400)]) {
        const answer = yield* get(`${base}/${id}`)
        assert.strictEqual(answer.status, 404, `${id}: ${answer.text}`)
        assert.isTrue(isFailure(answer), answer.text)
        assert.strictEqual(answer.at("code"), "property_not_found")
      }
    })
  )

  it.effect("PUB-002: one to ten digits are a number, anything else is a document id", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get(`${base}/0000000${venues.V1.id}`)).at("slug"), venueSlug("V1"))
      for (const id of [
        `00000000${venues.V1.id}`,
        `-${venues.V1.id}`,
        `+${venues.V1.id}`,
        `${venues.V1.id}.0`,
        `${venues.V1.id}%20`,
        "1e2",
        "0x65",
        "%D9%A1%D9%A0%D9%A1"
      ]) {
        const answer = yield* get(`${base}/${id}`)
        assert.strictEqual(answer.status, 404, id)
        assert.strictEqual(answer.at("code"), "property_not_found", id)
      }
    })
  )

  it.effect("PUB-005: the slug route is not shadowed by a property whose document id is by-slug", () =>
    Effect.gen(function* () {
      const own = yield* property("by-slug")
      assert.strictEqual(own.id, venues.by_slug.id)
      assert.deepStrictEqual(yield* bySlug(venueSlug("by_slug")), own)
      assert.strictEqual((yield* bySlug(venueSlug("V2"))).id, venues.V2.id)
      assert.instanceOf(yield* Effect.flip(bySlug(venueDocumentId("V2"))), PropertyMissing)
      const unknown = yield* get(`${base}/by-slug/${venueDocumentId("V2")}`)
      assert.strictEqual(unknown.status, 404)
      assert.strictEqual(unknown.at("code"), "property_not_found")
    })
  )

  it.effect("PUB-018: a hidden property is the same 404 as an unknown one, by number, document id and slug", () =>
    Effect.gen(function* () {
      const missing = yield* get(`${base}/999`)
      assert.instanceOf(yield* Effect.flip(property(venues.V_hidden.id)), PropertyMissing)
      const paths = [`/${venues.V_hidden.id}`, `/${venueDocumentId("V_hidden")}`, `/by-slug/${venueSlug("V_hidden")}`]
      for (const path of paths) {
        const answer = yield* get(`${base}${path}?hydrate=restaurants`)
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.text, missing.text)
      }
    })
  )

  it.effect("PUB-001: an Authorization header is ignored, whatever it holds", () =>
    Effect.gen(function* () {
      for (const authorization of ["", "Bearer", "Bearer garbage", "Basic eA==", "Bearer a.b.c", "\u00ff"]) {
        const answer = yield* get(`${base}/${venues.V1.id}`, { authorization, "x-api-key": "nothing" })
        assert.strictEqual(answer.status, 200, authorization)
        assert.isNull(answer.headers.get("www-authenticate"))
      }
    })
  )

  it.effect("PUB-002, GEN-006, GEN-007: any text as id or slug is 400 or 404 in the surface's shape", () =>
    Effect.gen(function* () {
      const texts = [
        "%00",
        "a%00b",
        "%ff",
        "%c3%28",
        "%",
        "%zz",
        "%2e%2e%2f",
        "..%2f..",
        "'%20OR%201=1--",
        "%F0%9F%8F%A8",
        "%ED%A0%80",
        "a%0d%0ab",
        "%2500",
        "%C4%B0stanbul",
        "__proto__",
        "constructor",
        "{id}",
        "*",
        "x".repeat(101),
        "x".repeat(5000),
        "%41".repeat(3000)
      ]
      for (const text of texts) {
        for (const prefix of [base, `${base}/by-slug`]) {
          const answer = yield* get(`${prefix}/${text}`)
          assert.isTrue(
            answer.status === 404 || answer.status === 400,
            `${text.slice(0, 40)}: ${answer.status} ${answer.text}`
          )
          assert.isTrue(isFailure(answer), answer.text)
          assert.isBelow(answer.text.length, 2000)
        }
      }
      for (const text of ["%00", "a%00b", `${venueDocumentId("V1")}%00`]) {
        for (const prefix of [base, `${base}/by-slug`]) {
          assert.strictEqual((yield* get(`${prefix}/${text}`)).status, 400, `no store takes a NUL: ${text}`)
        }
      }
      const long = yield* get(`${base}/${"x".repeat(100_000)}`)
      assert.isTrue(long.status >= 400 && long.status < 500, String(long.status))
    })
  )

  it.effect("GEN-006, GEN-007: unknown routes are 404, wrong methods 405 with Allow, in the surface's shape", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      for (const path of [
        "/v1/public",
        "/v1/public/nothing",
        `/v1/PUBLIC/properties/${venues.V1.id}`,
        "/v1/public/properties",
        `${base}/1/2`
      ]) {
        const answer = yield* get(path)
        assert.strictEqual(answer.status, 404)
        assert.isTrue(isFailure(answer), answer.text)
      }
      const deleted = yield* call("DELETE", `${base}/${venues.V1.id}`)
      assert.strictEqual(deleted.status, 405)
      assert.strictEqual(deleted.headers.get("allow"), "GET, HEAD")
      assert.isTrue(isFailure(deleted), deleted.text)
    })
  )
})

const logoOf = (brand: string) => {
  const row = Public.dataset.brands.find(({ documentId }) => documentId === brandDocumentId(brand))
  return row?.logoUrl === null ? {} : { logo: row?.logoUrl }
}

const from = (ip: string) => ({ "x-forwarded-for": ip })

layer(Public.layer())("getPublicProperty, limits", (it) => {
  it.effect("PUB-020: allows 120 requests a minute per address, whatever their outcome; the next is 429", () =>
    Effect.gen(function* () {
      const paths = [`${base}/${venues.V1.id}`, `${base}/by-slug/nothing`, `${base}/1?hydrate=x`]
      const first = yield* get(`${base}/${venues.V1.id}`, from("192.0.2.1"))
      assert.strictEqual(first.headers.get("x-ratelimit-limit"), "120")
      assert.strictEqual(first.headers.get("x-ratelimit-remaining"), "119")
      assert.strictEqual(first.headers.get("ratelimit-policy"), '"public";q=120;w=60')
      for (let i = 1; i < 120; i++) {
        const answer = yield* get(paths[i % 3] ?? "", from("192.0.2.1"))
        assert.strictEqual(answer.status, [200, 404, 400][i % 3])
        assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), String(119 - i))
      }
      for (const path of paths) {
        const answer = yield* get(path, from("192.0.2.1"))
        assert.strictEqual(answer.status, 429, "before validation and look-up")
        assert.isTrue(isFailure(answer), answer.text)
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d?$/)
      }
      assert.strictEqual((yield* get(paths[0] ?? "", from("192.0.2.2"))).status, 200)
      const legacy = yield* get(
        `/v1/public/reservations/legacy/${demoIds.legacyReservations.L1}/resolve`,
        from("192.0.2.1")
      )
      assert.strictEqual(legacy.status, 200)
      assert.strictEqual(legacy.headers.get("x-ratelimit-remaining"), "9")
    })
  )

  it.effect("PUB-020: counts IPv6 addresses per /64", () =>
    Effect.gen(function* () {
      const remaining = (ip: string) =>
        Effect.map(get(`${base}/${venues.V1.id}`, from(ip)), ({ headers }) => headers.get("x-ratelimit-remaining"))
      assert.strictEqual(yield* remaining("2001:db8:1:2::1"), "119")
      assert.strictEqual(yield* remaining("2001:db8:1:2:ffff::9"), "118")
      assert.strictEqual(yield* remaining("2001:db8:1:3::1"), "119")
    })
  )
})
