import { assert, layer } from "@effect/vitest"
import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { pmsGuestId } from "../../../src/demo/demoInsight.ts"
import { GuestIntelligenceView } from "../../../src/domain/insight/GuestIntelligenceView.ts"
import { otherUuids } from "../../support/otherUuids.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { insightHashes: hashes, memberNumbers, members, reservations, venues } = demoIds
const isView = Schema.is(Schema.toEncoded(Schema.toCodecJson(GuestIntelligenceView)))
const both = key("PA_both")
const all = key("PA")

const byHash = (hash: string) => `/insight/guests/${hash}`
const byStay = (id: string) => `/insight/reservations/${id}`
const byMember = (id: number | string) => `/insight/members/${id}`

const routes = [byHash(hashes.open), byStay(reservations["open"] ?? ""), byMember(memberNumbers.M1), "/insight/stats"]

layer(Service.layer())("guest intelligence", (it) => {
  it.effect("PAR-060, PAR-108: every route needs guests:read and guests:pii:read; a key with only one gets 403", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const route of routes) {
        for (const name of ["PA_pii", "PA_guests"] as const) {
          const refused = yield* get(route, key(name))
          assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"], `${route} ${name}`)
          assert.isTrue(isFailure(refused))
        }
        assert.strictEqual((yield* get(route, both)).status, 200, route)
      }
      assert.strictEqual((yield* get(byHash(hashes.b), both)).status, 404)
    })
  )

  it.effect("PAR-061: returns the record of a hash; an unknown or malformed hash or a plain PMS id is 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const found = yield* get(byHash(hashes.open), both)
      assert.strictEqual(found.status, 200)
      assert.strictEqual(found.at("hashedPmsGuestId"), hashes.open)
      const unknown = yield* get(byHash("0".repeat(64)), both)
      assert.deepStrictEqual(statusAndCode(unknown), [404, "not_found"])
      for (const path of [pmsGuestId("open"), "12345", "a b", hashes.open.toUpperCase(), `${hashes.open}0`]) {
        const refused = yield* get(byHash(encodeURIComponent(path)), both)
        assert.deepStrictEqual(statusAndCode(refused), [404, "not_found"], path)
        assert.strictEqual(refused.at("message"), unknown.at("message"))
      }
    })
  )

  it.effect("PAR-062: another organization's hash and an unkeyed SHA-256 are 404; no record has the PMS guest id", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      assert.strictEqual((yield* get(byHash(hashes.b), key("PB"))).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* get(byHash(hashes.open), key("PB"))), [404, "not_found"])
      assert.deepStrictEqual(statusAndCode(yield* get(byHash(hashes.b), all)), [404, "not_found"])
      const unkeyed = createHash("sha256").update(pmsGuestId("open")).digest("hex")
      assert.deepStrictEqual(statusAndCode(yield* get(byHash(unkeyed), all)), [404, "not_found"])
      const everything = [(yield* get(byHash(hashes.open), all)).text, (yield* get(byMember(601), all)).text].join("")
      assert.notInclude(everything, pmsGuestId("open"))
    })
  )

  it.effect("PAR-063, A-37, A-38: returns one record by the UUID of a stay; no UUID is 400, an unknown one 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const stay = reservations["open"] ?? assert.fail("no stay")
      for (const id of [stay, stay.toUpperCase()]) {
        const found = yield* get(byStay(id), both)
        assert.deepStrictEqual([found.status, found.at("hashedPmsGuestId")], [200, hashes.open])
        assert.isFalse(Array.isArray(found.body))
      }
      const ulid = reservations["pending"] ?? assert.fail("no stay")
      for (const id of ["abc", ulid, "PMS-7001", `${stay}0`, "1"]) {
        const refused = yield* get(byStay(id), both)
        assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"], id)
        assert.isTrue(isFailure(refused))
      }
      for (const id of ["019b76da-ffff-7fff-bfff-ffffffffffff", ...otherUuids]) {
        assert.deepStrictEqual(statusAndCode(yield* get(byStay(id), both)), [404, "not_found"], id)
      }
    })
  )

  it.effect("PAR-005, PAR-064: returns a member's records by internal number; other text is 400, unknown 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const found = yield* get(byMember(memberNumbers.M1), both)
      assert.deepStrictEqual(found.each("", "hashedPmsGuestId"), [hashes.open, hashes.nowhere, hashes.second])
      assert.deepStrictEqual([...new Set(found.each("", "memberId"))], [memberNumbers.M1])
      const none = yield* get(byMember(memberNumbers.M_closed), both)
      assert.deepStrictEqual([none.status, none.body], [200, []])
      for (const id of ["abc", "1.5", "-1", "+1", "%201", "1e1", members.M1]) {
        assert.deepStrictEqual(statusAndCode(yield* get(byMember(id), both)), [400, "invalid_parameter"], id)
      }
      for (const id of [memberNumbers.M9, memberNumbers.M_new, 999_999, "99999999999999999999"]) {
        assert.deepStrictEqual(statusAndCode(yield* get(byMember(id), both)), [404, "not_found"], String(id))
      }
    })
  )

  it.effect("PAR-066, A-81: a record has the documented fields; member and memberId are null without a match", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const name of ["open", "weak", "stranger", "nowhere", "pending", "failed"] as const) {
        const { body } = yield* get(byHash(hashes[name]), both)
        assert.isTrue(isView(body), JSON.stringify(body))
        assert.hasAllKeys(body, [
          "hashedPmsGuestId",
          "member",
          "memberId",
          "social",
          "matchConfidence",
          "matchedBy",
          "reservationId",
          "propertyId",
          "enrichedAt",
          "updatedAt"
        ])
        const confidence = Number(Service.recordOf(body)["matchConfidence"])
        assert.isTrue(confidence >= 0 && confidence <= 1)
      }
      const found = yield* get(byHash(hashes.open), both)
      assert.deepStrictEqual(
        [found.at("memberId"), found.at("member.externalId"), found.at("reservationId"), found.at("propertyId")],
        [memberNumbers.M1, members.M1, reservations["open"], venues.V1]
      )
      assert.deepStrictEqual(
        [found.at("member.email"), found.at("social.employer"), found.at("matchedBy")],
        ["m1@example.com", "Example Industries", ["email", "name"]]
      )
      assert.hasAllKeys(found.at("social.profiles.0"), ["network", "handle", "url", "followers"])
      const stranger = yield* get(byHash(hashes.stranger), both)
      assert.deepStrictEqual([stranger.at("member"), stranger.at("memberId")], [null, null])
    })
  )

  it.effect("PAR-007, PAR-139: a restricted key gets records of its venues and reachable members only, else 404", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const v1 = key("PA_v1")
      assert.strictEqual((yield* get(byHash(hashes.open), v1)).status, 200)
      const missing = yield* get(byHash("0".repeat(64)), v1)
      for (const name of ["second", "nowhere", "stranger", "failed", "b"] as const) {
        const refused = yield* get(byHash(hashes[name]), v1)
        assert.deepStrictEqual(statusAndCode(refused), [404, "not_found"], name)
        assert.strictEqual(refused.at("message"), missing.at("message"))
      }
      assert.deepStrictEqual((yield* get(byMember(memberNumbers.M1), v1)).each("", "hashedPmsGuestId"), [hashes.open])
      assert.deepStrictEqual(statusAndCode(yield* get(byMember(memberNumbers.M3), v1)), [404, "not_found"])
      assert.strictEqual((yield* get(byMember(memberNumbers.M3), all)).status, 200)
      const stay = reservations["acknowledged_by_operator"] ?? assert.fail("no stay")
      assert.deepStrictEqual(statusAndCode(yield* get(byStay(stay), v1)), [404, "not_found"])
      assert.strictEqual((yield* get(byStay(stay), all)).status, 200)
    })
  )

  it.effect("PAR-065, PAR-067, A-98: stats cover the reach, add up and contain no personal data", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const fields = ["guestsTotal", "guestsMatched", "guestsEnriched", "guestsPending", "guestsFailed"]
      const totals = yield* Effect.forEach(["PA", "PA_v1", "PB", "PADM"] as const, (name) =>
        Effect.gen(function* () {
          const { at, body, status, text } = yield* get("/insight/stats", key(name))
          assert.strictEqual(status, 200)
          assert.hasAllKeys(body, [...fields, "averageMatchConfidence", "confidenceBands", "lastRunAt", "nextRunAt"])
          const [total = 0, matched = 0, ...others] = fields.map((field) => Number(at(field)))
          assert.isTrue([total, matched, ...others].every(Number.isInteger))
          assert.isAtMost(matched, total)
          assert.strictEqual(
            others.reduce((sum, one) => sum + one, 0),
            total
          )
          const bands = ["low", "medium", "high"].map((band) => Number(at(`confidenceBands.${band}`)))
          assert.strictEqual(
            bands.reduce((sum, one) => sum + one, 0),
            matched
          )
          assert.match(String(at("lastRunAt")), /Z$/)
          assert.match(String(at("nextRunAt")), /Z$/)
          for (const personal of ["@", "Member", "guest-", ...Object.values(hashes), ...Object.values(members)]) {
            assert.notInclude(text, personal)
          }
          return total
        })
      )
      assert.deepStrictEqual(totals, [10, 5, 2, 12])
      const none = yield* get("/insight/stats?organizationId=whatever", all)
      assert.strictEqual(none.at("guestsTotal"), 10)
    })
  )
})
