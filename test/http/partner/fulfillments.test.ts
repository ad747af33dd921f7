import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberXid } from "../../../src/demo/demoMembers.ts"
import { DeskFulfillment } from "../../../src/domain/fulfillments/DeskFulfillment.ts"
import { serviceWithCore } from "../../support/desk.ts"
import {
  act,
  bodies,
  get,
  idOf,
  idsOf,
  isFulfillment,
  reader,
  search,
  show,
  statuses,
  writer
} from "../../support/deskCalls.ts"
import { memberCalls } from "../../support/memberCalls.ts"
import { otherUuids } from "../../support/otherUuids.ts"
import { isFailure, key, statusAndCode } from "../../support/partner.ts"
import { at, each, keysOf } from "../../support/http/service.ts"

const { offers, venues } = demoIds
const { V1 } = venues
const { give, layer: service } = serviceWithCore()
const m4 = memberCalls("M4")

type Headers = Readonly<Record<string, string>>

layer(service)("fulfillment reads", (it) => {
  it.effect(
    "PAR-016, PAR-017, PAR-105: reads need the read scope, commands the write scope; neither implies the other",
    () =>
      Effect.gen(function* () {
        for (const path of ["/autocomplete/offers?q=a", "/search", "/pending", `/${idOf("v1_claimed")}`]) {
          assert.strictEqual((yield* get(path)).status, 200, path)
          for (const headers of [writer, key("PA_partner_arrivals_read")]) {
            assert.deepStrictEqual(statusAndCode(yield* get(path, headers)), [403, "insufficient_scope"], path)
          }
        }
        const before = (yield* show("v1_pending_approval")).body
        for (const action of ["approve", "reject", "fulfill", "modify"]) {
          const refused = yield* act("v1_pending_approval", action, bodies[action], reader)
          assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"], action)
        }
        assert.deepStrictEqual((yield* show("v1_pending_approval")).body, before)
      })
  )

  it.effect(
    "PAR-024, PAR-046: returns a claim with offer, member, venue and charges, the same in search and detail",
    () =>
      Effect.gen(function* () {
        const found = yield* search("")
        assert.isAbove(found.each("items").length, 20)
        for (const item of found.each("items")) assert.isTrue(isFulfillment(item), JSON.stringify(item))
        const detail = yield* show("v1_modified")
        const { history, ...fulfillment } = { history: detail.at("history"), ...Object(detail.body) }
        assert.deepStrictEqual(
          found.each("items").find((item) => at(item, "id") === idOf("v1_modified")),
          fulfillment
        )
        assert.hasAllKeys(fulfillment, Object.keys(DeskFulfillment.fields))
        assert.deepInclude(fulfillment, {
          status: "modified",
          offer: { id: offers.transfer, name: "Airport transfer", redemptionType: "propertySpecific" },
          member: { externalId: memberXid("M4"), firstName: "Member", lastName: "Four", tierName: "Silver" },
          propertyId: V1,
          propertyName: "Venue V1",
          reservation: null,
          pointsCharged: 260,
          charges: [{ assetType: "VALID", points: 260 }],
          fulfilledAt: null,
          verificationRequired: true,
          note: null,
          modification: { note: "Only from three in the afternoon", substitution: "Junior suite" },
          rejectionReason: null,
          version: 2
        })
        assert.deepStrictEqual(
          each(history, "").map((step) => [at(step, "actorKind"), at(step, "fromStatus"), at(step, "toStatus")]),
          [
            ["member", null, "claimed"],
            ["key", "claimed", "modified"]
          ]
        )
        assert.strictEqual((yield* show("v1_rejected")).at("rejectionReason"), "The house is full")
      })
  )

  it.effect("PAR-024: member and desk see the same status of a claim, for each status", () =>
    Effect.gen(function* () {
      for (const status of statuses) {
        const name = `v1_${status}`
        assert.strictEqual((yield* show(name)).at("status"), status)
        assert.strictEqual((yield* m4.fulfillment(idOf(name))).at("status"), status)
      }
    })
  )

  it.effect(
    "PAR-024: returns the reservation of a claim, by which search finds it, but not its verification code",
    () =>
      Effect.gen(function* () {
        yield* give("M1", 5000)
        const stay = demoIds.reservations["arriving"] ?? Object.values(demoIds.reservations)[0]
        const reservations = (yield* memberCalls("M1").get("/reservations?limit=100")).each("items")
        const upcoming = reservations.find(
          (one) => at(one, "property.documentId") === V1 && at(one, "status") === "confirmed"
        )
        assert.isDefined(upcoming, String(stay))
        const claim = yield* memberCalls("M1").claim("late_checkout", { reservationId: at(upcoming, "reservationId") })
        assert.strictEqual(claim.status, 201, claim.text)
        const code = String(claim.at("verificationCode"))
        const detail = yield* get(`/${String(claim.at("fulfillmentId"))}`)
        assert.deepStrictEqual(keysOf(detail.at("reservation")).toSorted(), [
          "checkInDate",
          "checkOutDate",
          "confirmationCode",
          "reservationId"
        ])
        assert.strictEqual(detail.at("reservation.reservationId"), at(upcoming, "reservationId"))
        assert.strictEqual(detail.at("reservation.checkInDate"), at(upcoming, "checkInDate"))
        assert.notInclude(detail.text, code)
        const byStay = yield* search(`reservationId=${String(at(upcoming, "reservationId"))}`)
        assert.deepStrictEqual(idsOf(byStay), [claim.at("fulfillmentId")])
        const byCode = yield* search(`q=${String(detail.at("reservation.confirmationCode")).toLowerCase()}`)
        assert.include(idsOf(byCode), claim.at("fulfillmentId"))
      })
  )

  it.effect(
    "PAR-007, PAR-025: a missing, foreign or unreachable claim is the same 404; an id that is no UUID is 400",
    () =>
      Effect.gen(function* () {
        const v1 = key("PA_v1")
        for (const suffix of ["", "/redemptions"]) {
          const [missing, ...others] = yield* Effect.forEach(
            [crypto.randomUUID(), idOf("w1_claimed"), idOf("v2_claimed"), idOf("fulfilled")],
            (id) => get(`/${id}${suffix}`, v1)
          )
          assert.deepStrictEqual(missing === undefined ? [] : statusAndCode(missing), [404, "not_found"])
          for (const other of others) {
            assert.deepStrictEqual(
              [other.status, other.at("code"), other.at("message"), other.at("details")],
              [404, "not_found", missing?.at("message"), missing?.at("details")]
            )
          }
          assert.deepStrictEqual(statusAndCode(yield* get(`/abc${suffix}`, v1)), [400, "invalid_parameter"])
          for (const id of otherUuids) {
            assert.deepStrictEqual(statusAndCode(yield* get(`/${id}${suffix}`, v1)), [404, "not_found"], id)
          }
        }
        for (const action of ["approve", "reject", "fulfill", "modify"]) {
          for (const name of ["w1_claimed", "v2_claimed"]) {
            assert.deepStrictEqual(statusAndCode(yield* act(name, action, bodies[action], v1)), [404, "not_found"])
          }
        }
        assert.strictEqual((yield* show("v2_claimed")).at("status"), "claimed")
      })
  )
})

layer(service)("suggestOfferNames", (it) => {
  const suggest = (query: string, headers?: Headers) => get(`/autocomplete/offers?${query}`, headers)
  const suggestions = (query: string, headers?: Headers) =>
    Effect.map(suggest(query, headers), (answer) => {
      assert.strictEqual(answer.status, 200, answer.text)
      assert.hasAllKeys(answer.body, ["suggestions"])
      return [...answer.each("suggestions")]
    })

  it.effect("PAR-018: q is required and must not be empty", () =>
    Effect.gen(function* () {
      for (const query of ["", "q=", "limit=5"]) {
        const refused = yield* suggest(query)
        assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"], query)
        assert.isTrue(isFailure(refused))
      }
      assert.isNotEmpty(yield* suggestions("q=a"))
    })
  )

  it.effect("PAR-018: `%`, `_`, quotes and backslashes are literal", () =>
    Effect.gen(function* () {
      for (const q of ["%", "_", "'", '"', "\\", "%%", "a%e", "'; --", "́"]) {
        assert.deepStrictEqual(yield* suggestions(`q=${encodeURIComponent(q)}`), [], q)
      }
    })
  )

  it.effect(
    "PAR-019, PAR-003: organizationId is ignored from a partner key and chooses the organization for staff",
    () =>
      Effect.gen(function* () {
        const mine = yield* suggestions("q=o")
        for (const other of [demoIds.organizations.B, "garbage"]) {
          assert.deepStrictEqual(yield* suggestions(`q=o&organizationId=${other}`), mine)
        }
        const staff = yield* suggestions(`q=harbour&organizationId=${demoIds.organizations.B}`, key("PADM"))
        assert.deepStrictEqual(staff, ["Harbour voucher", "Dinner at the harbour"])
        const lost = yield* suggest(`q=harbour&organizationId=${crypto.randomUUID()}`, key("PADM"))
        assert.strictEqual(lost.status, 404)
      })
  )

  it.effect("PAR-020: returns 10 names by default; `limit` is 1 to 20", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* suggestions("q=%20"), 10)
      assert.lengthOf(yield* suggestions("q=%20&limit=1"), 1)
      assert.isAbove((yield* suggestions("q=%20&limit=20")).length, 10)
      for (const limit of ["0", "21", "-1", "1.5", "abc", ""]) {
        assert.deepStrictEqual(statusAndCode(yield* suggest(`q=e&limit=${limit}`)), [400, "invalid_parameter"], limit)
      }
    })
  )

  it.effect("PAR-021: returns distinct names that contain the text in any case, those that begin with it first", () =>
    Effect.gen(function* () {
      const found = yield* suggestions("q=M&limit=20")
      assert.deepStrictEqual(found, ["Museum pass", "Mystery box", "Custom gift", "Room upgrade", "Welcome gift"])
      assert.deepStrictEqual(yield* suggestions("q=transfer"), ["Airport transfer"])
      assert.deepStrictEqual([...new Set(found)], [...found])
      assert.notInclude(yield* suggestions("q=offer&limit=20"), "Draft offer")
    })
  )

  it.effect("PAR-021: suggests offers of venues within reach, and global offers that were claimed there", () =>
    Effect.gen(function* () {
      const v1 = key("PA_v1")
      assert.deepStrictEqual(yield* suggestions("q=museum", v1), [])
      assert.deepStrictEqual(yield* suggestions("q=museum"), ["Museum pass"])
      assert.deepStrictEqual(yield* suggestions("q=spa", v1), ["Spa hour"])
      assert.deepStrictEqual(yield* suggestions("q=transfer", v1), ["Airport transfer"])
      assert.deepStrictEqual(yield* suggestions("q=badge"), [])
      assert.deepStrictEqual(yield* suggestions("q=harbour"), [])
      assert.deepStrictEqual(yield* suggestions("q=transfer", key("PB")), [])
    })
  )
})
