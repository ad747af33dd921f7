import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type MemberName, memberSubject } from "../../../src/demo/demoMembers.ts"
import { confirmationCode } from "../../../src/demo/demoReservations.ts"
import { type StayFact, stays } from "../../../src/demo/stays.ts"
import { venues } from "../../../src/demo/venues.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { bearer, dataset, isFailure, layer as service, tokenFor, tokenOf } from "../../support/member.ts"
import * as Service from "../../support/http/service.ts"

const path = "/v1/members/me/reservations"

/** The time of the data, to which the service's clock is set. */
const now = "2026-03-04T05:06:07Z"

const idOf = (name: string): string => demoIds.reservations[name] ?? name

const call = Effect.fnUntraced(function* (method: string, at: string, name: MemberName, body?: unknown) {
  const service = yield* Service.Service
  return yield* service.call(method, at, { headers: bearer(yield* tokenFor(name)), body })
})

const list = (query = "", name: MemberName = "M1") => call("GET", `${path}${query}`, name)

const search = (claim: { readonly confirmationCode: string; readonly lastName: string }) =>
  `${path}/lookup?${new URLSearchParams(claim).toString()}`

const lookUp = (stay: string, lastName: string, name: MemberName = "M1") =>
  call("GET", search({ confirmationCode: confirmationCode(stay), lastName }), name)

const link = (stay: string, lastName: string, name: MemberName = "M1", of = stay) =>
  call("POST", `${path}/${idOf(stay)}/link`, name, { confirmationCode: confirmationCode(of), lastName })

const pending = (name: MemberName) =>
  Effect.map(call("GET", "/v1/members/me/wallet/balance", name), (answer) => Number(answer.at("pendingPoints")))

const total = (name: MemberName = "M1") => Effect.map(list("?limit=1", name), (answer) => Number(answer.at("total")))

const begin = Effect.gen(function* () {
  const service = yield* Service.Service
  yield* service.call("POST", "/__test/reset")
  yield* service.call("POST", "/__test/clock", { body: { now } })
})

const controls = { HUB_TEST_CONTROLS: "1", HUB_LIMIT_MEMBER_LOOKUP: "1000" }

const isDated = ({ offset }: StayFact) => offset !== null

const own = stays.filter((stay) => stay.member === "M1" && isDated(stay))

layer(service({ environment: controls }))("reservations", (it) => {
  it.effect("MEM-038, MEM-042: lists the member's own stays, 20 by default, 100 at most", () =>
    Effect.gen(function* () {
      yield* begin
      const page = yield* list()
      assert.strictEqual(page.status, 200, page.text)
      assert.deepStrictEqual(
        [page.at("total"), page.at("limit"), page.at("offset"), page.each("items").length],
        [own.length, 20, 0, 20]
      )
      const all = yield* list("?limit=500")
      assert.deepStrictEqual([all.at("limit"), all.at("total")], [100, own.length])
      // Any number of digits is an integer.
      for (const limit of ["9007199254740993", "1".repeat(17), "9".repeat(400), `${"0".repeat(20)}500`]) {
        assert.strictEqual((yield* list(`?limit=${limit}`)).at("limit"), 100, limit)
      }
      assert.strictEqual((yield* list(`?limit=${"0".repeat(20)}7&offset=05`)).at("limit"), 7)
      assert.strictEqual((yield* list(`?limit=-${"9".repeat(17)}`)).status, 400)
      assert.sameMembers(
        [...all.each("items", "reservationId")],
        own.map(({ externalId }) => externalId)
      )
      const rest = yield* list("?limit=7&offset=5")
      assert.deepStrictEqual(rest.each("items"), all.each("items").slice(5, 12))
      const other = yield* list("?limit=100", "M9")
      assert.deepStrictEqual(new Set(other.each("items", "property.name")), new Set(["Venue W1"]))
    })
  )

  it.effect("MEM-039, MEM-040, MEM-041: filters by period and status, and sorts; other values are 400", () =>
    Effect.gen(function* () {
      const all = (yield* list("?limit=100&sortBy=checkInDate")).each("items", "checkInDate").map(String)
      assert.deepStrictEqual(all, all.toSorted())
      const outs = (yield* list("?limit=100&sortBy=checkOutDate")).each("items", "checkOutDate").map(String)
      assert.deepStrictEqual(outs, outs.toSorted())
      const byId = yield* list("?limit=100&sortBy=id")
      assert.deepStrictEqual(byId.body, (yield* list("?limit=100")).body)
      const createdAt = new Map(dataset.reservations.map((row) => [row.externalId, row.createdAt.epochMilliseconds]))
      const ages = byId
        .each("items", "reservationId")
        .map((id) => -(createdAt.get(ReservationXid.make(String(id))) ?? 0))
      assert.deepStrictEqual(
        ages,
        ages.toSorted((a, b) => a - b)
      )
      const period = yield* list("?limit=100&dateFrom=2026-03-05&dateTo=2026-03-14")
      assert.isNotEmpty(period.each("items"))
      for (const item of period.each("items")) {
        assert.isTrue(String(Service.at(item, "checkInDate")) >= "2026-03-05")
        assert.isTrue(String(Service.at(item, "checkOutDate")) <= "2026-03-14")
      }
      for (const status of ["confirmed", "pending", "cancelled", "inquiry", "other"]) {
        const some = yield* list(`?limit=100&status=${status}`)
        const planned = own.filter((stay) => stay.status === status).length
        assert.deepStrictEqual(
          [some.at("total"), new Set(some.each("items", "status")).size],
          [planned, planned === 0 ? 0 : 1]
        )
      }
      for (const wrong of [
        "status=completed",
        "sortBy=name",
        "dateFrom=2026-02-30",
        "dateTo=tomorrow",
        "dateFrom=2026-03-05&dateTo=2026-03-04"
      ]) {
        assert.strictEqual((yield* list(`?${wrong}`)).status, 400, wrong)
      }
      assert.strictEqual((yield* list("?dateFrom=2026-03-05&dateTo=2026-03-05")).status, 200)
    })
  )

  it.effect("MEM-043, MEM-044, MEM-045: a stay has exactly these fields; unset ones are omitted", () =>
    Effect.gen(function* () {
      const found = yield* lookUp("open", "One")
      assert.strictEqual(found.status, 200, found.text)
      assert.deepStrictEqual(found.body, {
        reservationId: idOf("open"),
        checkInDate: "2026-03-05",
        checkOutDate: "2026-03-07",
        status: "confirmed",
        confirmationCode: confirmationCode("open"),
        guestCount: 1,
        bookingChannel: "direct",
        property: {
          id: venues.V1.id,
          documentId: demoIds.venues.V1,
          name: "Venue V1",
          location: "Lisbon, Portugal",
          imageUrl: found.at("property.imageUrl"),
          brand: { documentId: demoIds.brands["A1"], name: "Brand A1" }
        },
        pointsStatus: { totalPoints: 500, basePoints: 400, multiplier: 1.25, finalized: false }
      })
      const day = (yield* list("?limit=100"))
        .each("items")
        .find((item) => Service.at(item, "reservationId") === idOf("day_use"))
      assert.strictEqual(Service.at(day, "checkInDate"), Service.at(day, "checkOutDate"))
      // Unset fields are omitted.
      const inquiry = yield* list("?limit=100&status=inquiry")
      assert.notProperty(inquiry.at("items.0"), "confirmationCode")
    })
  )

  it.effect("MEM-045, MEM-046: totalPoints is basePoints times multiplier, and 0 where nothing is earned", () =>
    Effect.gen(function* () {
      const { each } = yield* list("?limit=100")
      const points = new Map(
        each("items").map((item) => [Service.at(item, "reservationId"), Service.at(item, "pointsStatus")])
      )
      for (const status of points.values()) {
        const of = (name: string) => Number(Service.at(status, name))
        assert.strictEqual(of("totalPoints"), Math.round(of("basePoints") * of("multiplier")))
        assert.isTrue(Number.isInteger(of("basePoints")) && Number.isInteger(of("totalPoints")))
      }
      const none = { totalPoints: 0, basePoints: 0, multiplier: 1.25, finalized: false }
      for (const name of ["inquiry", "no_show", "spend_unknown"]) {
        assert.deepStrictEqual(points.get(idOf(name)), none, name)
      }
      // A finalised stay keeps its points when it is cancelled.
      assert.deepStrictEqual(points.get(idOf("finalised_cancelled")), {
        totalPoints: 500,
        basePoints: 400,
        multiplier: 1.25,
        finalized: true
      })
    })
  )

  it.effect("MEM-113: a preview breaks down the points; an unknown, foreign or undated stay is 404", () =>
    Effect.gen(function* () {
      const preview = yield* call("GET", `${path}/${idOf("open")}/preview`, "M1")
      assert.strictEqual(preview.status, 200, preview.text)
      const { pointsBreakdown, ...summary } = Service.recordOf(preview.body)
      assert.deepStrictEqual(summary, (yield* lookUp("open", "One")).body)
      assert.deepStrictEqual(pointsBreakdown, {
        spend: { value: "400", currency: "EUR" },
        basePoints: 400,
        tierMultiplier: 1.25,
        campaignMultiplier: 1,
        multiplier: 1.25,
        totalPoints: 500,
        estimated: true
      })
      const final = yield* call("GET", `${path}/${idOf("finalised_v1")}/preview`, "M1")
      assert.deepStrictEqual(final.at("pointsBreakdown"), {
        spend: { value: "1000", currency: "EUR" },
        basePoints: 1000,
        multiplier: 1.25,
        totalPoints: 1250,
        estimated: false
      })
      const unknown = yield* call("GET", `${path}/nothing/preview`, "M1")
      const foreign = yield* call("GET", `${path}/${idOf("open")}/preview`, "M2")
      const undated = yield* call("GET", `${path}/${idOf("no_dates")}/preview`, "M1")
      assert.deepStrictEqual([unknown.status, unknown.at("code")], [404, "reservation_not_found"])
      assert.deepStrictEqual([foreign.body, undated.body], [unknown.body, unknown.body])
    })
  )

  it.effect("MEM-113, A-64: a look-up finds own stays and unlinked ones of the same guest, and links nothing", () =>
    Effect.gen(function* () {
      yield* begin
      const before = yield* total()
      const found = yield* lookUp("unlinked", "One")
      assert.deepStrictEqual([found.status, found.at("reservationId")], [200, idOf("unlinked")])
      // No member has it, so it earns nothing yet.
      assert.strictEqual(found.at("pointsStatus.totalPoints"), 0)
      const typed = { confirmationCode: ` ${confirmationCode("unlinked").toLowerCase()} `, lastName: " ONE " }
      assert.strictEqual((yield* call("GET", search(typed), "M1")).status, 200)
      assert.strictEqual((yield* call("GET", search({ ...typed, lastName: "Ones" }), "M1")).status, 404)
      assert.strictEqual((yield* lookUp("open", "One")).at("reservationId"), idOf("open"))
      assert.strictEqual(yield* total(), before)
    })
  )

  it.effect("MEM-113: look-ups and links that do not match are all the same 404", () =>
    Effect.gen(function* () {
      const unknown = yield* call("GET", search({ confirmationCode: "NOTHING1", lastName: "One" }), "M1")
      assert.deepStrictEqual([unknown.status, unknown.at("code")], [404, "reservation_not_found"])
      const unverified = yield* tokenOf(memberSubject("M1"), { emailVerified: false })
      const { call: send } = yield* Service.Service
      const claim = { confirmationCode: confirmationCode("unlinked"), lastName: "One" }
      const refused = [
        yield* lookUp("unlinked", "Two"),
        yield* lookUp("open", "Two"),
        yield* lookUp("unlinked", "One", "M2"),
        yield* lookUp("linked_elsewhere", "Two", "M2"),
        yield* send("GET", search(claim), { headers: bearer(unverified) }),
        yield* link("unlinked", "Two"),
        yield* link("unlinked", "One", "M2"),
        // The path must name the stay that code and name match.
        yield* link("unlinked_past", "One", "M1", "unlinked"),
        yield* link("nothing", "One", "M1", "unlinked"),
        yield* send("POST", `${path}/${idOf("unlinked")}/link`, { headers: bearer(unverified), body: claim })
      ]
      for (const answer of refused) assert.deepStrictEqual([answer.status, answer.body], [404, unknown.body])
    })
  )

  it.effect("MEM-113: a look-up or link without a code or a name is 400", () =>
    Effect.gen(function* () {
      const code = confirmationCode("unlinked")
      for (const query of [
        "",
        `?confirmationCode=${code}`,
        "?lastName=One",
        `?confirmationCode=${code}&lastName=%20`
      ]) {
        assert.strictEqual((yield* call("GET", `${path}/lookup${query}`, "M1")).status, 400, query)
      }
      for (const body of [{}, { confirmationCode: code }, { confirmationCode: code, lastName: 1 }]) {
        assert.strictEqual((yield* call("POST", `${path}/${idOf("unlinked")}/link`, "M1", body)).status, 400)
      }
    })
  )

  it.effect("MEM-113: a look-up takes codes and names as long as imports do, and no longer ones", () =>
    Effect.gen(function* () {
      for (const [code, name, status] of [
        [100, 200, 404],
        [101, 200, 400],
        [100, 201, 400]
      ] as const) {
        const claim = { confirmationCode: "C".repeat(code), lastName: "n".repeat(name) }
        assert.strictEqual((yield* call("GET", search(claim), "M1")).status, status, `${code} and ${name}`)
      }
    })
  )

  it.effect("MEM-113: linking a stay lists it and makes its points pending at once; repeating it changes nothing", () =>
    Effect.gen(function* () {
      yield* begin
      const before = { total: yield* total(), pending: yield* pending("M1") }
      const linked = yield* link("unlinked", "one")
      assert.strictEqual(linked.status, 200, linked.text)
      assert.deepStrictEqual(linked.at("pointsStatus"), {
        totalPoints: 500,
        basePoints: 400,
        multiplier: 1.25,
        finalized: false
      })
      const after = { total: before.total + 1, pending: before.pending + 500 }
      assert.deepStrictEqual({ total: yield* total(), pending: yield* pending("M1") }, after)
      const again = yield* link("unlinked", "One")
      assert.deepStrictEqual([again.status, again.body], [200, linked.body])
      assert.deepStrictEqual({ total: yield* total(), pending: yield* pending("M1") }, after)
    })
  )

  it.effect("MEM-113: linking a stay that matches but belongs to another member is 409", () =>
    Effect.gen(function* () {
      const taken = yield* link("linked_elsewhere", "Two", "M2")
      assert.deepStrictEqual([taken.status, taken.at("code")], [409, "reservation_linked"])
      assert.isTrue(isFailure(taken))
      const other = yield* link("linked_elsewhere", "Nine", "M9")
      assert.deepStrictEqual([other.status, other.at("code")], [404, "reservation_not_found"])
    })
  )

  it.effect("MEM-048: the job moves the points of past stays into the wallet, each stay once", () =>
    Effect.gen(function* () {
      yield* begin
      const run = Service.Service.use((service) => service.call("POST", "/__test/jobs/finalise/run"))
      const before = yield* pending("M1")
      const due = (yield* list("?limit=100"))
        .each("items")
        .filter((item) => Service.at(item, "reservationId") === idOf("due"))
      assert.strictEqual(Service.at(due[0], "pointsStatus.finalized"), false)
      const spendable = Effect.map(call("GET", "/v1/members/me/wallet/balance", "M1"), (answer) =>
        Number(answer.at("spendablePoints"))
      )
      const spendableBefore = yield* spendable
      const first = yield* run
      assert.isAbove(Number(first.at("finalised")), 0)
      assert.strictEqual((yield* run).at("finalised"), 0)
      const page = yield* list("?limit=100")
      const after = page.each("items").find((item) => Service.at(item, "reservationId") === idOf("due"))
      assert.deepStrictEqual(Service.at(after, "pointsStatus"), {
        totalPoints: 500,
        basePoints: 400,
        multiplier: 1.25,
        finalized: true
      })
      const moved = before - (yield* pending("M1"))
      assert.isAbove(moved, 0)
      assert.strictEqual((yield* spendable) - spendableBefore, moved)
      // Linked after its end, so a later run finalises it.
      yield* link("unlinked_past", "One")
      assert.strictEqual((yield* run).at("finalised"), 1)
    })
  )
})

layer(service({ environment: { HUB_TEST_CONTROLS: "1" } }))("reservations, limits", (it) => {
  it.effect("MEM-113: a member's eleventh look-up or link in a minute is 429; other members are unaffected", () =>
    Effect.gen(function* () {
      yield* begin
      for (let i = 0; i < 5; i++) {
        assert.strictEqual((yield* lookUp(`guess${i}`, "One")).status, 404)
        assert.strictEqual((yield* link(`guess${i}`, "One")).status, 404)
      }
      const limited = yield* lookUp("unlinked", "One")
      assert.deepStrictEqual([limited.status, limited.at("code")], [429, "rate_limited"])
      assert.isAbove(Number(limited.headers.get("retry-after")), 0)
      assert.include(limited.headers.get("ratelimit-policy") ?? "", '"member-lookup";q=10;w=60')
      // The limit precedes validation.
      assert.strictEqual((yield* call("GET", `${path}/lookup`, "M1")).status, 429)
      assert.strictEqual((yield* link("unlinked", "One")).status, 429)
      assert.strictEqual((yield* list()).status, 200)
      assert.strictEqual((yield* lookUp("unlinked_m2", "Two", "M2")).status, 200)
      yield* Service.Service.use(({ call }) => call("POST", "/__test/clock", { body: { advanceSeconds: 61 } }))
      assert.strictEqual((yield* lookUp("unlinked", "One")).status, 200)
    })
  )
})
