import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeyXid } from "../../../src/demo/demoPartnerKeys.ts"
import { Arrival } from "../../../src/domain/arrivals/Arrival.ts"
import { addDays, dateIn } from "../../../src/domain/shared/calendar.ts"
import { isFailure, key, operator, partner, told } from "../../support/partner.ts"
import * as Service from "../../support/service.ts"

const { arrivals, venues } = demoIds
const { V1, V2, V3, W1 } = venues
const task = (name: string) => `/arrivals/${arrivals[name]}`
const isArrival = Schema.is(Schema.toEncoded(Schema.toCodecJson(Arrival)))
const reader = key("PA_partner_arrivals_read")
const writer = key("PA_partner_arrivals_write")

/** Today in a zone, by the wall clock that the service goes by. */
const today = (zone: string) => dateIn(DateTime.nowUnsafe(), zone)

layer(Service.layer())("listArrivals", (it) => {
  it.effect("PAR-030, PAR-037: lists what arriving members are owed", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals", reader)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(Object.keys(Object(answer.body)).toSorted(), [
        "items",
        "limit",
        "offset",
        "total",
        "window"
      ])
      assert.deepStrictEqual([answer.at("limit"), answer.at("offset"), answer.each("items").length], [25, 0, 25])
      for (const item of answer.each("items")) {
        assert.isTrue(isArrival(item), JSON.stringify(item))
        assert.isAbove(Object(item).benefits.length, 0)
      }
    })
  )

  it.effect("PAR-037: leaves withdrawn tasks out unless they are asked for", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const plain = yield* get("/arrivals?limit=100", reader)
      assert.sameMembers([...new Set(plain.each("items", "status"))], ["open", "acknowledged", "completed"])
      const withdrawn = yield* get("/arrivals?status=withdrawn", reader)
      const hidden = ["withdrawn", "withdrawn_acknowledged", "withdrawn_no_benefit"].map((name) => arrivals[name])
      assert.sameMembers(Array.from(withdrawn.each("items", "taskId")), hidden)
      const both = yield* get("/arrivals?limit=100&status=withdrawn&status=completed,open", reader)
      assert.sameMembers([...new Set(both.each("items", "status"))], ["withdrawn", "completed", "open"])
    })
  )

  it.effect("PAR-031: lists check-ins from 7 days ago to 60 days ahead, and says so", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals?limit=100", key("PA_v1"))
      const lisbon = today("Europe/Lisbon")
      assert.deepStrictEqual(answer.at("window"), { from: addDays(lisbon, -7), to: addDays(lisbon, 60) })
      const ids = answer.each("items", "taskId")
      for (const name of ["minus7", "plus60"]) assert.include(ids, arrivals[name])
      for (const name of ["minus8", "plus61"]) assert.notInclude(ids, arrivals[name])
      const everywhere = yield* get("/arrivals?limit=100", reader)
      assert.deepStrictEqual(everywhere.at("window"), {
        from: addDays(today("America/New_York"), -7),
        to: addDays(today("Asia/Tokyo"), 60)
      })
    })
  )

  it.effect("PAR-031, PAR-038: narrows the window, and clamps what lies outside of it", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const lisbon = today("Europe/Lisbon")
      const next = addDays(lisbon, 1)
      const narrow = yield* get(`/arrivals?propertyIds=${V1}&from=${next}&to=${next}`, reader)
      assert.deepStrictEqual(narrow.at("window"), { from: next, to: next })
      assert.deepStrictEqual([...new Set(narrow.each("items", "reservation.checkInDate"))], [next])
      const wide = yield* get("/arrivals?from=2000-01-01&to=2100-01-01", key("PA_v1"))
      assert.deepStrictEqual(wide.at("window"), { from: addDays(lisbon, -7), to: addDays(lisbon, 60) })
      assert.strictEqual(wide.at("total"), (yield* get("/arrivals", key("PA_v1"))).at("total"))
      const beyond = yield* get("/arrivals?from=2100-01-01", key("PA_v1"))
      assert.deepStrictEqual([beyond.at("total"), beyond.at("window.from")], [0, addDays(lisbon, 60)])
    })
  )

  it.effect("PAR-032: what checks in within 3 days is at most 6 hours old", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals?limit=100&status=open,acknowledged,completed,withdrawn", reader)
      const oldest = Date.now() - 6 * 3_600_000
      const near = answer
        .each("items")
        .filter((item) => Object(item).reservation.checkInDate <= addDays(today("America/New_York"), 3))
      assert.isAbove(near.length, 5)
      for (const item of near) assert.isAbove(Date.parse(Object(item).refreshedAt), oldest)
    })
  )

  it.effect("PAR-002, PAR-038, A-32: narrows to venues, all of which must be within reach", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const venuesIn = Effect.fnUntraced(function* (query: string) {
        const answer = yield* get(`/arrivals?limit=100${query}`, reader)
        return [...new Set(answer.each("items", "propertyId"))].toSorted()
      })
      assert.deepStrictEqual(yield* venuesIn(""), [V1, V2, V3].toSorted())
      for (const query of [`&propertyIds=${V1},${V3}`, `&propertyIds=${V1}&propertyIds=${V3}`]) {
        assert.deepStrictEqual(yield* venuesIn(query), [V1, V3].toSorted())
      }
      for (const [headers, ids] of [
        [reader, W1],
        [reader, "unknown"],
        [reader, `${V1},${W1}`],
        [key("PA_v1"), V2]
      ] as const) {
        const answer = yield* get(`/arrivals?propertyIds=${ids}`, headers)
        assert.deepStrictEqual([...told(answer), answer.at("type")], [403, "property_out_of_scope", "permission_error"])
        assert.isTrue(isFailure(answer))
      }
      const [foreign, unknown] = [
        yield* get(`/arrivals?propertyIds=${W1}`, reader),
        yield* get("/arrivals?propertyIds=x", reader)
      ]
      assert.strictEqual(foreign.at("message"), unknown.at("message"))
    })
  )

  it.effect("PAR-038: filters by acknowledgement, and pages in a stable order", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const seen = yield* get("/arrivals?limit=100&acknowledged=true", reader)
      assert.isTrue(seen.each("items", "acknowledgedAt").every((at) => at !== null))
      const unseen = yield* get("/arrivals?limit=100&acknowledged=false", reader)
      assert.isTrue(unseen.each("items", "acknowledgedAt").every((at) => at === null))
      const whole = yield* get("/arrivals?limit=100", reader)
      assert.strictEqual(whole.at("total"), Number(seen.at("total")) + Number(unseen.at("total")))
      const keys = whole.each("items").map((item) => `${Object(item).reservation.checkInDate} ${Object(item).taskId}`)
      assert.deepStrictEqual(keys, keys.toSorted())
      const second = yield* get("/arrivals?limit=10&offset=10", reader)
      assert.deepStrictEqual(second.each("items", "taskId"), whole.each("items", "taskId").slice(10, 20))
      assert.deepStrictEqual([second.at("limit"), second.at("offset"), second.at("total")], [10, 10, whole.at("total")])
    })
  )

  it.effect("PAR-031, PAR-038: refuses parameters that are none", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const bad = [
        "limit=0",
        "limit=101",
        "limit=-1",
        "limit=1.5",
        "limit=abc",
        "limit=",
        "limit=+5",
        "limit=1e1",
        "limit=5&limit=5",
        "offset=-1",
        "offset=x",
        "from=2026-2-30",
        "from=0000-01-01",
        "from=2026-02-30",
        "to=tomorrow",
        "from=",
        "from=2026-01-01T00:00:00Z",
        "from=2026-05-02&to=2026-05-01",
        "status=",
        "status=OPEN",
        "status=open,",
        "acknowledged=1",
        "acknowledged=",
        "propertyIds=",
        "propertyIds=a,",
        "propertyIds=%00",
        `propertyIds=${"a".repeat(181)}`,
        `propertyIds=${Array.from({ length: 101 }, (_, n) => `p${n}`).join(",")}`
      ]
      for (const query of bad) {
        const answer = yield* get(`/arrivals?${query}`, reader)
        assert.deepStrictEqual(
          [...told(answer), answer.at("type")],
          [400, "invalid_parameter", "validation_error"],
          query
        )
        assert.strictEqual(answer.at("errors.0.in"), "query")
      }
      const several = yield* get("/arrivals?limit=0&offset=-1&to=x", reader)
      assert.deepStrictEqual(several.each("errors", "field"), ["limit", "offset", "to"])
    })
  )

  it.effect("PAR-010: a poll a minute leaves nearly all of the limit", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals", key("PB"))
      assert.isAtLeast(Number(answer.headers.get("x-ratelimit-remaining")), 590)
      assert.deepStrictEqual([...new Set(answer.each("items", "propertyId"))], [W1])
    })
  )
})

layer(Service.layer())("getArrival and acknowledgeArrival", (it) => {
  it.effect("PAR-007: tells an unknown task, another organization's and one out of reach alike", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const cases = [
        [key("PA"), "/arrivals/unknown"],
        [key("PA"), "/arrivals/019b76da-a800-7a10-b225-24e325a95377x"],
        [key("PA"), task("w1_open")],
        [key("PA_v1"), task("m3")]
      ] as const
      for (const call of [get, (path: string, headers: Record<string, string>) => post(`${path}/ack`, headers)]) {
        const answers = yield* Effect.forEach(cases, ([headers, path]) => call(path, headers))
        for (const answer of answers) {
          const { timestamp: _, ...rest } = Object(answer.body)
          assert.deepStrictEqual(
            [answer.status, rest],
            [404, { type: "not_found_error", code: "not_found", message: "There is no such record" }]
          )
          assert.isNull(answer.headers.get("x-idempotent-replay"))
        }
      }
      assert.strictEqual((yield* get(task("w1_open"), key("PB"))).at("acknowledgedAt"), null)
      assert.strictEqual((yield* get(task("m3"), key("PA"))).at("acknowledgedAt"), null)
    })
  )

  it.effect("PAR-037: shows one task, in the window or not", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const name of ["open", "minus8", "withdrawn"]) {
        const answer = yield* get(task(name), reader)
        assert.strictEqual(answer.status, 200)
        assert.isTrue(isArrival(answer.body))
      }
    })
  )

  it.effect("PAR-033, PAR-037: records who saw a task, and when", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const start = Date.now()
      const answer = yield* post(`${task("open")}/ack`, key("PA"), { note: "Room is ready" })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(Object(answer.body), {
        taskId: arrivals["open"],
        status: "acknowledged",
        acknowledgedBy: { kind: "key", id: partnerKeyXid("PA"), name: "PA", note: "Room is ready" }
      })
      assert.isAtLeast(Date.parse(String(answer.at("acknowledgedAt"))), start)
      assert.deepStrictEqual((yield* get(task("open"), reader)).body, answer.body)
      const listed = yield* get("/arrivals?limit=100&status=acknowledged", reader)
      assert.include(listed.each("items", "taskId"), arrivals["open"])
      const byOperator = yield* post(`${task("today")}/ack`, yield* operator("OT_A"))
      assert.deepInclude(Object(byOperator.at("acknowledgedBy")), { kind: "operator", name: "Operator One" })
    })
  )

  it.effect("PAR-033: takes an acknowledgement of completed and withdrawn tasks, which stay what they are", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      for (const [name, status] of [
        ["completed_unseen", "completed"],
        ["withdrawn", "withdrawn"]
      ] as const) {
        const answer = yield* post(`${task(name)}/ack`, writer)
        assert.deepStrictEqual([answer.status, answer.at("status")], [200, status])
        assert.isString(answer.at("acknowledgedAt"))
      }
    })
  )

  it.effect("PAR-034, A-24: keeps the first acknowledgement however often it is repeated", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const first = yield* post(`${task("arrival4")}/ack`, key("PA"))
      const second = yield* post(`${task("arrival4")}/ack`, yield* operator("OT_A"), { note: "Again" })
      assert.deepStrictEqual([second.status, second.body], [200, first.body])
      assert.isNull(second.headers.get("x-idempotent-replay"))
    })
  )

  it.effect("PAR-034: says that what changed since was seen", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const before = yield* get(task("changed"), reader)
      assert.strictEqual(before.at("changedSinceAck"), true)
      const { changedSinceAck, ...rest } = Object((yield* post(`${task("changed")}/ack`, writer)).body)
      assert.strictEqual(changedSinceAck, false)
      assert.deepInclude(Object(before.body), rest)
    })
  )

  it.effect("PAR-035: needs an Idempotency-Key, and does nothing without one", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const { call } = yield* Service.Service
      const answer = yield* call("POST", `/v1/partner${task("plus60")}/ack`, { headers: key("PA") })
      assert.deepStrictEqual(
        [...told(answer), answer.at("type")],
        [400, "idempotency_key_required", "validation_error"]
      )
      assert.strictEqual((yield* get(task("plus60"), reader)).at("acknowledgedAt"), null)
    })
  )

  it.effect("PAR-036: redeems nothing: what is owed is owed as before", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const before = yield* get(task("arrival7"), reader)
      const after = yield* post(`${task("arrival7")}/ack`, writer)
      assert.deepStrictEqual(after.at("benefits"), before.at("benefits"))
      const { status: _, acknowledgedAt: __, acknowledgedBy: ___, ...same } = Object(after.body)
      assert.deepInclude(Object(before.body), same)
    })
  )

  it.effect("GEN-008: refuses fields and notes that the body cannot have", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      for (const body of [{ notes: "x" }, { note: "" }, { note: "x".repeat(501) }, { note: 1 }, { note: null }, []]) {
        const answer = yield* post(`${task("arrival11")}/ack`, writer, body)
        assert.deepStrictEqual([...told(answer), answer.at("errors.0.in")], [400, "invalid_parameter", "body"])
      }
      assert.strictEqual((yield* get(task("arrival11"), reader)).at("acknowledgedAt"), null)
    })
  )

  it.effect("PAR-104: reading and acknowledging are two scopes, and neither implies the other", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const refused = [
        [yield* get("/arrivals", writer), "partner:arrivals:read"],
        [yield* get(task("arrival11"), writer), "partner:arrivals:read"],
        [yield* post(`${task("arrival11")}/ack`, reader), "partner:arrivals:write"]
      ] as const
      for (const [answer, scope] of refused) {
        assert.deepStrictEqual([...told(answer), answer.at("type")], [403, "insufficient_scope", "permission_error"])
        assert.deepStrictEqual(answer.at("details"), { reason: "missing_scope", requiredScopes: [scope] })
      }
      assert.strictEqual((yield* get("/arrivals", reader)).status, 200)
      assert.strictEqual((yield* post(`${task("arrival11")}/ack`, writer)).status, 200)
    })
  )
})
