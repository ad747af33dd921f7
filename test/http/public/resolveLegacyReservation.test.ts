import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { venues } from "../../../src/demo/venues.ts"
import * as Public from "../../support/public.ts"
import { Service } from "../../support/http/service.ts"

const { isLegacyFailure } = Public
const path = (documentId: string) => `/v1/public/reservations/legacy/${documentId}/resolve`
const legacyId = demoIds.legacyReservations.L1
const unknown = "0".repeat(24)

let address = 0
/** Resolves a legacy id from a new client address, unless `ip` is set. */
const resolve = Effect.fnUntraced(function* (documentId: string, ip?: string, headers: Record<string, string> = {}) {
  const { call } = yield* Service
  address++
  const from = ip ?? `10.1.${address >> 8}.${address & 255}`
  return yield* call("GET", path(documentId), { headers: { "x-forwarded-for": from, ...headers } })
})

layer(Public.layer())("resolveLegacyReservation", (it) => {
  it.effect("PUB-010, PUB-016: returns the current external id of the stay, and nothing else", () =>
    Effect.gen(function* () {
      const stays = { L1: "open", L2: "acknowledged", L3: "w1_open" } as const
      for (const [name, documentId] of Object.entries(demoIds.legacyReservations)) {
        const answer = yield* resolve(documentId)
        assert.strictEqual(answer.status, 200)
        const stay = Object.entries(stays).find(([one]) => one === name)?.[1] ?? "open"
        assert.deepStrictEqual(answer.body, { externalReservationId: demoIds.reservations[stay] })
      }
    })
  )

  it.effect("PUB-011: accepts a legacy id in upper and mixed case", () =>
    Effect.gen(function* () {
      const mixed = [...legacyId].map((char, i) => (i % 2 === 0 ? char.toUpperCase() : char)).join("")
      const expected = (yield* resolve(legacyId)).body
      for (const written of [legacyId.toUpperCase(), mixed]) {
        const answer = yield* resolve(written)
        assert.strictEqual(answer.status, 200, written)
        assert.deepStrictEqual(answer.body, expected)
      }
    })
  )

  it.effect("PUB-011, PUB-012, PUB-013: anything but 24 ASCII letters and digits is 400", () =>
    Effect.gen(function* () {
      const rest = legacyId.slice(1)
      const written = [
        rest,
        `${legacyId}0`,
        `-${rest}`,
        `_${rest}`,
        `%20${rest}`,
        `.${rest}`,
        `%3B${rest}`,
        `%2F${rest}`,
        `%00${rest}`,
        `${legacyId}%0A`,
        `%0A${legacyId}`,
        `${rest}%0A`,
        `${legacyId}%00`,
        `%C4%B1${rest}`,
        `%E2%84%AA${rest}`,
        `%C5%BF${rest}`,
        `%C4%B0${rest}`,
        `%EF%BC%91${rest}`,
        `%F0%9F%8F%A8${rest}`,
        "a",
        "%7Bid%7D",
        "x".repeat(4000),
        "x".repeat(10_000)
      ]
      for (const documentId of written) {
        const answer = yield* resolve(documentId)
        assert.strictEqual(answer.status, 400, `${documentId.slice(0, 60)}: ${answer.text}`)
        assert.isTrue(isLegacyFailure(answer, "Bad Request"), answer.text)
        assert.match(String(answer.at("message")), /^documentId: /)
        assert.isBelow(answer.text.length, 1000)
      }
    })
  )

  it.effect("PUB-012, PUB-013: a reference that was never issued is 404", () =>
    Effect.gen(function* () {
      for (const documentId of [unknown, "z".repeat(24), [...legacyId].toReversed().join("")]) {
        const answer = yield* resolve(documentId)
        assert.strictEqual(answer.status, 404)
        assert.isTrue(isLegacyFailure(answer, "Not Found"), answer.text)
        assert.strictEqual(answer.at("code"), "legacy_booking_not_found")
      }
    })
  )

  it.effect("PUB-011, GEN-007: undecodable ids are 400, other routes 404 and methods 405, in the legacy shape", () =>
    Effect.gen(function* () {
      for (const documentId of [`%ff${legacyId.slice(1)}`, `${legacyId.slice(1)}%FF`, "%", "%c3%28"]) {
        const answer = yield* resolve(documentId)
        assert.deepStrictEqual([answer.status, answer.at("code")], [400, "invalid_parameter"], documentId)
        assert.isTrue(isLegacyFailure(answer, "Bad Request"), answer.text)
        assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "9")
      }
      const below = yield* resolve(`${legacyId}/x`)
      assert.strictEqual(below.status, 404)
      assert.isTrue(isLegacyFailure(below, "Not Found"), below.text)
      const { call } = yield* Service
      const posted = yield* call("POST", path(legacyId), { body: {} })
      assert.strictEqual(posted.status, 405)
      assert.isTrue(isLegacyFailure(posted, "Method Not Allowed"), posted.text)
      const long = yield* resolve("x".repeat(100_000))
      assert.isTrue(long.status >= 400 && long.status < 500, String(long.status))
    })
  )

  it.effect("PUB-001: an Authorization header is ignored, whatever it holds", () =>
    Effect.gen(function* () {
      for (const authorization of ["", "Bearer garbage", "Basic eA=="]) {
        assert.strictEqual((yield* resolve(legacyId, undefined, { authorization })).status, 200)
      }
    })
  )

  it.effect("PUB-017: every answer says that legacy ids are deprecated, and is no-store", () =>
    Effect.gen(function* () {
      for (const documentId of [legacyId, unknown, "short"]) {
        const { headers } = yield* resolve(documentId)
        assert.match(headers.get("deprecation") ?? "", /^@\d{10}$/)
        assert.strictEqual(headers.get("cache-control"), "no-store")
      }
    })
  )
})

const time = Public.withTimeForLimits()

layer(time.layer)("resolveLegacyReservation, limits", (it) => {
  it.effect("PUB-013, PUB-014, PUB-015: ten requests a minute per address, of any outcome; the next is 429", () =>
    Effect.gen(function* () {
      const documentIds = [legacyId, unknown, "short"]
      for (let i = 0; i < 10; i++) {
        const answer = yield* resolve(documentIds[i % 3] ?? "", "192.0.2.1")
        assert.strictEqual(answer.status, [200, 404, 400][i % 3])
        assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "10")
        assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), String(9 - i))
        assert.match(answer.headers.get("x-ratelimit-reset") ?? "", /^\d{10}$/)
        assert.strictEqual(answer.headers.get("ratelimit-policy"), '"legacy-resolve";q=10;w=60')
        assert.match(answer.headers.get("ratelimit") ?? "", new RegExp(`^"legacy-resolve";r=${9 - i};t=\\d+$`))
        assert.isNull(answer.headers.get("retry-after"))
      }
      for (const documentId of documentIds) {
        const answer = yield* resolve(documentId, "192.0.2.1")
        assert.strictEqual(answer.status, 429)
        assert.isTrue(isLegacyFailure(answer, "Too Many Requests"), answer.text)
        assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "10")
        assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "0")
        assert.strictEqual(answer.headers.get("ratelimit-policy"), '"legacy-resolve";q=10;w=60')
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d?$/)
      }
      assert.strictEqual((yield* resolve(legacyId, "192.0.2.2")).status, 200)
      time.pass(60)
      assert.strictEqual((yield* resolve(legacyId, "192.0.2.1")).headers.get("x-ratelimit-remaining"), "9")
    })
  )

  it.effect("PUB-014: the endpoint and other public requests do not count against each other's limits", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      const other = () =>
        call("GET", `/v1/public/properties/${venues.V1.id}`, { headers: { "x-forwarded-for": "192.0.2.9" } })
      for (let i = 0; i < 12; i++) assert.strictEqual((yield* other()).status, 200)
      for (let i = 0; i < 10; i++) assert.strictEqual((yield* resolve(legacyId, "192.0.2.9")).status, 200)
      assert.strictEqual((yield* resolve(legacyId, "192.0.2.9")).status, 429)
      const answer = yield* other()
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "107")
    })
  )

  it.effect("PUB-014: counts an IPv4 address alike in every spelling, also mapped into IPv6", () =>
    Effect.gen(function* () {
      const written = ["192.0.2.40", "::ffff:192.0.2.40", "::FFFF:c000:228", "[::ffff:192.0.2.40]:443", "192.0.2.40:80"]
      for (let i = 0; i < 10; i++) {
        const answer = yield* resolve(legacyId, written[i % written.length])
        assert.deepStrictEqual([answer.status, answer.headers.get("x-ratelimit-remaining")], [200, String(9 - i)])
      }
      for (const address of written) assert.strictEqual((yield* resolve(legacyId, address)).status, 429, address)
      assert.strictEqual((yield* resolve(legacyId, "::ffff:192.0.2.41")).status, 200)
    })
  )

  it.effect("PUB-014: an IPv6 address counts by its /64", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 10; i++) assert.strictEqual((yield* resolve(legacyId, `2001:db8:1:2::${i}`)).status, 200)
      assert.strictEqual((yield* resolve(legacyId, "2001:db8:1:2:aaaa::1")).status, 429)
      assert.strictEqual((yield* resolve(legacyId, "2001:db8:1:3::1")).status, 200)
    })
  )
})

layer(Public.layer({ environment: { HUB_TRUSTED_PROXIES: "192.0.2.77" } }))(
  "resolveLegacyReservation, untrusted proxy",
  (it) => {
    it.effect("PUB-014: X-Forwarded-For of an untrusted peer does not bring a new budget", () =>
      Effect.gen(function* () {
        for (let i = 0; i < 10; i++) assert.strictEqual((yield* resolve(legacyId, `198.51.100.${i}`)).status, 200)
        const answer = yield* resolve(legacyId, "198.51.100.99")
        assert.strictEqual(answer.status, 429)
      })
    )
  }
)
