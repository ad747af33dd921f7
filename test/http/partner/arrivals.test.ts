import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { partnerKeyXid } from "../../../src/demo/demoPartnerKeys.ts"
import { Arrival } from "../../../src/domain/arrivals/Arrival.ts"
import { PermissionMissing } from "../../../src/domain/access/requirePermissions.ts"
import { addDays, dateIn } from "../../../src/domain/shared/calendar.ts"
import { VenueOutOfScope } from "../../../src/domain/venues/VenueErrors.ts"
import { auditOf } from "../../support/audited.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { controls } from "../../support/desk.ts"
import { isFailure, key, operator, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { venues } = demoIds
const { V1, V2, V3, W1 } = venues
const isArrival = Schema.is(Schema.toEncoded(Schema.toCodecJson(Arrival)))
const reader = key("PA_partner_arrivals_read")
const writer = key("PA_partner_arrivals_write")
const { acknowledgeArrival, getArrival, listArrivals } = partnerClient.arrivals

type Headers = Readonly<Record<string, string>>
type ListQuery = Parameters<typeof listArrivals>[0]["query"]

const taskId = (name: string) => demoIds.arrivals[name] ?? assert.fail(`no demo arrival ${name}`)
const task = (name: string) => `/arrivals/${taskId(name)}`
const list = (headers: Headers, query: Partial<ListQuery> = {}) =>
  listArrivals({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
const show = (name: string, headers: Headers = reader) =>
  getArrival({ params: { taskId: taskId(name) } }).pipe(using(headers))
const acknowledge = (name: string, headers: Headers = writer, payload: { readonly note?: string } = {}) =>
  acknowledgeArrival({ params: { taskId: taskId(name) }, headers: freshKey(), payload }).pipe(using(headers))

/** Today's date in a zone, by the clock that the service uses. */
const today = (zone: string) => dateIn(DateTime.nowUnsafe(), zone)

layer(Service.layer())("listArrivals", (it) => {
  it.effect("PAR-030, PAR-037: lists arrivals with the benefits due to each, 25 per page by default", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals", reader)
      assert.strictEqual(answer.status, 200)
      assert.hasAllKeys(answer.body, ["items", "limit", "offset", "total", "window"])
      assert.deepStrictEqual([answer.at("limit"), answer.at("offset"), answer.each("items").length], [25, 0, 25])
      for (const item of answer.each("items")) {
        assert.isTrue(isArrival(item), JSON.stringify(item))
        assert.isAbove(Service.each(item, "benefits").length, 0)
      }
    })
  )

  it.effect("PAR-037: omits withdrawn tasks unless the status filter includes them", () =>
    Effect.gen(function* () {
      const statuses = ({ items }: { readonly items: ReadonlyArray<Arrival> }) => [
        ...new Set(items.map(({ status }) => status))
      ]
      assert.sameMembers(statuses(yield* list(reader)), ["open", "acknowledged", "completed"])
      const withdrawn = yield* list(reader, { status: ["withdrawn"] })
      assert.sameMembers(
        withdrawn.items.map((item) => item.taskId),
        ["withdrawn", "withdrawn_acknowledged", "withdrawn_no_benefit"].map(taskId)
      )
      const { get } = yield* partner
      const both = yield* get("/arrivals?limit=100&status=withdrawn&status=completed,open", reader)
      assert.sameMembers([...new Set(both.each("items", "status"))], ["withdrawn", "completed", "open"])
    })
  )

  it.effect("PAR-031: lists check-ins from 7 days ago to 60 days ahead, and returns that window", () =>
    Effect.gen(function* () {
      const { items, window } = yield* list(key("PA_v1"))
      const lisbon = today("Europe/Lisbon")
      assert.deepStrictEqual(window, { from: addDays(lisbon, -7), to: addDays(lisbon, 60) })
      const ids = items.map((item) => item.taskId)
      for (const name of ["minus7", "plus60"]) assert.include(ids, taskId(name))
      for (const name of ["minus8", "plus61"]) assert.notInclude(ids, taskId(name))
      assert.deepStrictEqual((yield* list(reader)).window, {
        from: addDays(today("America/New_York"), -7),
        to: addDays(today("Asia/Tokyo"), 60)
      })
    })
  )

  it.effect("PAR-031, PAR-038: `from` and `to` narrow the window and are clamped to it", () =>
    Effect.gen(function* () {
      const v1 = key("PA_v1")
      const lisbon = today("Europe/Lisbon")
      const next = addDays(lisbon, 1)
      const narrow = yield* list(reader, { propertyIds: [V1], from: next, to: next })
      assert.deepStrictEqual(narrow.window, { from: next, to: next })
      assert.deepStrictEqual([...new Set(narrow.items.map(({ reservation }) => reservation.checkInDate))], [next])
      const wide = yield* list(v1, { from: "2000-01-01", to: "2100-01-01" })
      assert.deepStrictEqual(wide.window, { from: addDays(lisbon, -7), to: addDays(lisbon, 60) })
      assert.strictEqual(wide.total, (yield* list(v1)).total)
      const [first, last] = [addDays(lisbon, -7), addDays(lisbon, 60)]
      for (const [query, day] of [
        [{ from: "2100-01-01" }, last],
        [{ to: "2000-01-01" }, first]
      ] as const) {
        const beyond = yield* list(v1, query)
        assert.deepStrictEqual(beyond.window, { from: day, to: day })
        assert.deepStrictEqual(beyond.items, (yield* list(v1, { from: day, to: day })).items)
        assert.isAbove(beyond.total, 0)
      }
    })
  )

  it.effect("PAR-002, PAR-038, A-32: filters by venues; one unknown or out of reach is 403 property_out_of_scope", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const venuesOf = ({ items }: { readonly items: ReadonlyArray<Arrival> }) =>
        [...new Set(items.map(({ propertyId }) => propertyId))].toSorted()
      assert.deepStrictEqual(venuesOf(yield* list(reader)), [V1, V2, V3].toSorted())
      assert.deepStrictEqual(venuesOf(yield* list(reader, { propertyIds: [V1, V3] })), [V1, V3].toSorted())
      const joined = yield* get(`/arrivals?limit=100&propertyIds=${V1},${V3}`, reader)
      assert.deepStrictEqual([...new Set(joined.each("items", "propertyId"))].toSorted(), [V1, V3].toSorted())
      for (const [headers, ids] of [
        [reader, W1],
        [reader, "unknown"],
        [reader, `${V1},${W1}`],
        [key("PA_v1"), V2]
      ] as const) {
        assert.instanceOf(yield* Effect.flip(list(headers, { propertyIds: ids.split(",") })), VenueOutOfScope)
        const answer = yield* get(`/arrivals?propertyIds=${ids}`, headers)
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("type")],
          [403, "property_out_of_scope", "permission_error"]
        )
        assert.isTrue(isFailure(answer))
      }
      const [foreign, unknown] = [
        yield* get(`/arrivals?propertyIds=${W1}`, reader),
        yield* get("/arrivals?propertyIds=x", reader)
      ]
      assert.strictEqual(foreign.at("message"), unknown.at("message"))
    })
  )

  it.effect("PAR-038: filters by acknowledgement, sorts by check-in date and task id, and pages", () =>
    Effect.gen(function* () {
      const acknowledged = yield* list(reader, { acknowledged: true })
      assert.isTrue(acknowledged.items.every(({ acknowledgedAt }) => acknowledgedAt !== null))
      const open = yield* list(reader, { acknowledged: false })
      assert.isTrue(open.items.every(({ acknowledgedAt }) => acknowledgedAt === null))
      const whole = yield* list(reader)
      assert.strictEqual(whole.total, acknowledged.total + open.total)
      const keys = whole.items.map(({ reservation, ...item }) => `${reservation.checkInDate} ${item.taskId}`)
      assert.deepStrictEqual(keys, keys.toSorted())
      const second = yield* list(reader, { limit: 10, offset: 10 })
      assert.deepStrictEqual(second.items, whole.items.slice(10, 20))
      assert.deepStrictEqual([second.limit, second.offset, second.total], [10, 10, whole.total])
    })
  )

  it.effect("PAR-031, PAR-038: malformed query parameters are a 400 with each invalid field", () =>
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
          [...statusAndCode(answer), answer.at("type")],
          [400, "invalid_parameter", "validation_error"],
          query
        )
        assert.strictEqual(answer.at("errors.0.in"), "query")
      }
      const several = yield* get("/arrivals?limit=0&offset=-1&to=x", reader)
      assert.deepStrictEqual(several.each("errors", "field"), ["limit", "offset", "to"])
    })
  )

  it.effect("PAR-010: one poll leaves at least 590 requests of the limit", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/arrivals", key("PB"))
      assert.isAtLeast(Number(answer.headers.get("x-ratelimit-remaining")), 590)
      assert.deepStrictEqual([...new Set(answer.each("items", "propertyId"))], [W1])
    })
  )
})

layer(Service.layer())("getArrival and acknowledgeArrival", (it) => {
  it.effect("PAR-037: returns one task, also outside the window or withdrawn", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const name of ["open", "minus8", "withdrawn"]) {
        const answer = yield* get(task(name), reader)
        assert.strictEqual(answer.status, 200)
        assert.isTrue(isArrival(answer.body))
      }
    })
  )

  it.effect("PAR-033, PAR-037: records who acknowledged a task, and when", () =>
    Effect.gen(function* () {
      const start = Date.now()
      const acknowledged = yield* acknowledge("open", key("PA"), { note: "Room is ready" })
      assert.deepStrictEqual([acknowledged.taskId, acknowledged.status], [taskId("open"), "acknowledged"])
      assert.deepStrictEqual(acknowledged.acknowledgedBy, {
        kind: "key",
        id: partnerKeyXid("PA"),
        name: "PA",
        note: "Room is ready"
      })
      const { acknowledgedAt } = acknowledged
      assert.isAtLeast(acknowledgedAt === null ? 0 : Date.parse(acknowledgedAt), start)
      assert.deepStrictEqual(yield* show("open"), acknowledged)
      const listed = yield* list(reader, { status: ["acknowledged"] })
      assert.include(
        listed.items.map((item) => item.taskId),
        taskId("open")
      )
      const byOperator = yield* acknowledge("today", yield* operator("OT_A"))
      assert.deepInclude(byOperator.acknowledgedBy, { kind: "operator", name: "Operator One" })
    })
  )

  it.effect("PAR-033: completed and withdrawn tasks can be acknowledged and keep their status", () =>
    Effect.gen(function* () {
      for (const [name, status] of [
        ["completed_unseen", "completed"],
        ["withdrawn", "withdrawn"]
      ] as const) {
        const acknowledged = yield* acknowledge(name)
        assert.strictEqual(acknowledged.status, status)
        assert.isNotNull(acknowledged.acknowledgedAt)
      }
    })
  )

  it.effect(
    "PAR-034, A-24: a second acknowledgement, by another caller, returns the first unchanged, and is not audited",
    () =>
      Effect.gen(function* () {
        const { post } = yield* partner
        const first = yield* post(`${task("arrival4")}/ack`, key("PA"))
        const second = yield* post(`${task("arrival4")}/ack`, yield* operator("OT_A"), { note: "Again" })
        assert.deepStrictEqual([second.status, second.body], [200, first.body])
        assert.isNull(second.headers.get("x-idempotent-replay"))
        assert.lengthOf(yield* auditOf(`arrival:${taskId("arrival4")}`), 1)
      })
  )

  it.effect("PAR-034: acknowledging a changed task again clears changedSinceAck and nothing else", () =>
    Effect.gen(function* () {
      const before = yield* show("changed")
      assert.isTrue(before.changedSinceAck)
      assert.deepStrictEqual(yield* acknowledge("changed"), { ...before, changedSinceAck: false })
      assert.lengthOf(yield* auditOf(`arrival:${taskId("changed")}`), 1)
    })
  )

  it.effect("PAR-036: an acknowledgement redeems nothing: the benefits due stay the same", () =>
    Effect.gen(function* () {
      const before = yield* show("arrival7")
      const after = yield* acknowledge("arrival7")
      const { acknowledgedAt, acknowledgedBy, status } = after
      assert.deepStrictEqual(after, { ...before, acknowledgedAt, acknowledgedBy, status })
    })
  )

  it.effect("GEN-008: unknown fields and malformed notes are 400 and acknowledge nothing", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      for (const body of [{ notes: "x" }, { note: "" }, { note: "x".repeat(501) }, { note: 1 }, { note: null }, []]) {
        const answer = yield* post(`${task("arrival11")}/ack`, writer, body)
        assert.deepStrictEqual([...statusAndCode(answer), answer.at("errors.0.in")], [400, "invalid_parameter", "body"])
      }
      assert.isNull((yield* show("arrival11")).acknowledgedAt)
    })
  )

  it.effect("GEN-008: limits a note to 500 characters, counting an emoji as one", () =>
    Effect.gen(function* () {
      const { post } = yield* partner
      const refused = yield* post(`${task("arrival12")}/ack`, writer, { note: "\u{1F3E8}".repeat(501) })
      assert.deepStrictEqual(statusAndCode(refused), [400, "invalid_parameter"])
      const noted = yield* post(`${task("arrival12")}/ack`, writer, { note: "\u{1F3E8}".repeat(500) })
      assert.strictEqual(noted.status, 200, noted.text)
    })
  )

  it.effect("PAR-104: reading and acknowledging need separate scopes; neither implies the other", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const refused = [
        [yield* get("/arrivals", writer), "partner:arrivals:read"],
        [yield* get(task("arrival11"), writer), "partner:arrivals:read"],
        [yield* post(`${task("arrival11")}/ack`, reader), "partner:arrivals:write"]
      ] as const
      for (const [answer, scope] of refused) {
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("type")],
          [403, "insufficient_scope", "permission_error"]
        )
        assert.deepStrictEqual(answer.at("details"), { reason: "missing_scope", requiredScopes: [scope] })
      }
      const refusal = yield* Effect.flip(acknowledge("arrival11", reader))
      assert.deepStrictEqual(refusal, new PermissionMissing({ requiredPermissions: ["partner:arrivals:write"] }))
      yield* list(reader)
      yield* acknowledge("arrival11")
    })
  )
})

layer(Service.layer({ environment: { HUB_TEST_CONTROLS: "1" } }))("listArrivals after hours", (it) => {
  it.effect("PAR-032: the job refreshes the tasks with check-in within 3 days that are 6 hours old", () =>
    Effect.gen(function* () {
      const query: Partial<ListQuery> = { status: ["open", "acknowledged", "completed", "withdrawn"] }
      const now = Date.parse(String((yield* controls.pass(7)).at("now")))
      const isOld = ({ refreshedAt }: Arrival) => Date.parse(refreshedAt) < now
      const before = yield* list(reader, query)
      assert.isTrue(before.items.every(isOld))
      yield* controls.run("refresh")
      const { items } = yield* list(reader, query)
      const within3Days = addDays(today("America/New_York"), 3)
      const near = items.filter(({ reservation }) => reservation.checkInDate <= within3Days)
      assert.isAbove(near.length, 5)
      assert.deepStrictEqual(near.filter(isOld), [])
    })
  )
})
