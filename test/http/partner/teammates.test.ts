import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { type OperatorName, operatorSubject } from "../../../src/demo/demoOperators.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import type { Teammate } from "../../../src/domain/teammates/Teammate.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { withoutSignIns } from "../../support/operator.ts"
import { isFailure, key, operator, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { organizations, venues } = demoIds
const { V1, V2, V3, W1 } = venues
const { addTeammateVenue, getTeammate, listTeammates, listVenueTeammates, removeTeammateVenue, replaceTeammateVenues } =
  partnerClient.teammates

type Headers = Readonly<Record<string, string>>
type ListQuery = Parameters<typeof listTeammates>[0]["query"]

const PA = key("PA")
const PA_v1 = key("PA_v1")

const teammateOf = (name: OperatorName) => ({ teammateId: operatorSubject(name) })
const list = (headers: Headers, query: Partial<ListQuery> = {}) =>
  listTeammates({ query: { limit: 100, offset: 0, ...query } }).pipe(using(headers))
const show = (name: OperatorName, headers: Headers = PA) =>
  getTeammate({ params: teammateOf(name) }).pipe(using(headers))
const replace = (
  name: OperatorName,
  payload: { readonly venueIds: ReadonlyArray<string> } | { readonly allVenues: true },
  headers: Headers = PA
) => replaceTeammateVenues({ params: teammateOf(name), headers: freshKey(), payload }).pipe(using(headers))
const add = (name: OperatorName, venueId: string, headers: Headers = PA) =>
  addTeammateVenue({ params: teammateOf(name), headers: freshKey(), payload: { venueId } }).pipe(using(headers))
const remove = (name: OperatorName, venueId: string, headers: Headers = PA) =>
  removeTeammateVenue({ params: { ...teammateOf(name), venueId }, headers: freshKey() }).pipe(using(headers))

const names = ({ items }: { readonly items: ReadonlyArray<Teammate> }) =>
  items.map(({ teammateId }) => teammateId.replace("demo-operator-", ""))
const reachOf = ({ allVenues, venueIds }: Teammate) => (allVenues ? "all" : venueIds)
const sorted = (...ids: ReadonlyArray<string>) => ids.toSorted()

/** The reach of an operator's token by `GET /partner/scope`, venues sorted. */
const scopeOf = Effect.fnUntraced(function* (token: Headers) {
  const { get } = yield* partner
  const scope = yield* get("/scope", token)
  return { allVenues: scope.at("allVenues"), venues: scope.each("venues", "id").toSorted() }
})

const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })

layer(Service.layer({ dataset: withoutSignIns }))("teammates", (it) => {
  it.effect("PAR-001, PAR-002, PAR-139: lists the organization's operators who reach a venue the caller reaches", () =>
    Effect.gen(function* () {
      const mine = yield* list(PA)
      assert.deepStrictEqual(names(mine), ["v2", "v1", "v3", "a", "v12", "newcomer"])
      assert.deepStrictEqual(
        mine.items.map(({ name }) => name),
        mine.items.map(({ name }) => name).toSorted()
      )
      assert.deepStrictEqual(names(yield* list(key("PB"))), ["w1", "b"])
      const narrow = yield* list(PA_v1)
      assert.deepStrictEqual(
        narrow.items.map(({ teammateId, ...rest }) => [teammateId, reachOf({ teammateId, ...rest })]),
        [
          [operatorSubject("v1"), [V1]],
          [operatorSubject("a"), "all"],
          [operatorSubject("v12"), [V1]]
        ]
      )
      assert.deepStrictEqual([narrow.total, narrow.limit, narrow.offset], [3, 100, 0])
      assert.deepStrictEqual(reachOf(yield* show("v12")), sorted(V1, V2))
      const { get } = yield* partner
      const raw = yield* get("/access/teammates", PA)
      assert.deepStrictEqual([raw.at("limit"), raw.at("offset"), raw.at("total")], [25, 0, 6])
      assert.hasAllKeys(raw.at("items.0"), [
        "teammateId",
        "name",
        "email",
        "role",
        "allVenues",
        "venueIds",
        "updatedAt"
      ])
    })
  )

  it.effect("PAR-003, PAR-004: the organization comes from the credential, and for global staff from the query", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const ids = (headers: Headers, query: string) =>
        Effect.map(get(`/access/teammates?limit=100${query}`, headers), (answer) => answer.each("items", "teammateId"))
      const [ofA, ofB] = [yield* ids(PA, ""), yield* ids(key("PB"), "")]
      assert.deepStrictEqual(yield* ids(PA, `&organizationId=${organizations.B}`), ofA)
      assert.deepStrictEqual(yield* ids(key("PADM"), `&organizationId=${organizations.B}`), ofB)
      assert.deepStrictEqual((yield* ids(key("PADM"), "")).toSorted(), [...ofA, ...ofB].toSorted())
      assert.notInclude(yield* ids(key("PADM"), ""), operatorSubject("staff"))
    })
  )

  it.effect("PAR-057: filters by part of name or e-mail and by venue; a venue out of reach is 403", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(names(yield* list(PA, { q: "OPERATOR-V1" })), ["v1", "v12"])
      assert.deepStrictEqual(names(yield* list(PA, { q: "%" })), [])
      assert.deepStrictEqual(names(yield* list(PA, { venueId: V2 })), ["v2", "a", "v12"])
      assert.deepStrictEqual(names(yield* list(PA, { venueId: V2, q: "seven" })), ["v12"])
      assert.deepStrictEqual(names(yield* list(PA, { limit: 2, offset: 1 })), ["v1", "v3"])
      const { get } = yield* partner
      for (const [headers, venueId] of [
        [PA, W1],
        [PA, "unknown"],
        [PA_v1, V2]
      ] as const) {
        const answer = yield* get(`/access/teammates?venueId=${venueId}`, headers)
        assert.deepStrictEqual(statusAndCode(answer), [403, "property_out_of_scope"])
      }
      for (const query of ["q=", `q=${"x".repeat(101)}`, "q=%00", "venueId=", "limit=101"]) {
        assert.strictEqual((yield* get(`/access/teammates?${query}`, PA)).status, 400, query)
      }
    })
  )

  it.effect("PAR-007: lists the teammates of a venue; one out of reach, foreign or unknown is not found", () =>
    Effect.gen(function* () {
      const at = (venueId: string, headers: Headers, page = { limit: 100, offset: 0 }) =>
        listVenueTeammates({ params: { venueId }, query: page }).pipe(using(headers))
      assert.deepStrictEqual(names(yield* at(V1, PA)), ["v1", "a", "v12"])
      const second = yield* at(V1, PA, { limit: 1, offset: 1 })
      assert.deepStrictEqual([names(second), second.total, second.limit, second.offset], [["a"], 3, 1, 1])
      assert.deepStrictEqual((yield* at(V1, PA_v1)).items.map(reachOf), [[V1], "all", [V1]])
      for (const [headers, venueId] of [
        [PA, W1],
        [PA, "unknown"],
        [PA_v1, V2]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(at(venueId, headers)), new NotFound({}))
      }
    })
  )

  it.effect("PAR-109, PAR-114: reads and writes of teammates need separate scopes; neither implies the other", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      const [reader, writer] = [key("PA_partner_access_read"), key("PA_partner_access_write")]
      for (const [answer, scope] of [
        [yield* get("/access/teammates", writer), "partner:access:read"],
        [yield* get(`/access/teammates/${operatorSubject("v1")}`, writer), "partner:access:read"],
        [yield* get(`/access/venues/${V1}/teammates`, writer), "partner:access:read"],
        [
          yield* post(`/access/teammates/${operatorSubject("v1")}/venues`, reader, { venueId: V1 }),
          "partner:access:write"
        ]
      ] as const) {
        assert.deepStrictEqual(statusAndCode(answer), [403, "insufficient_scope"])
        assert.deepStrictEqual(answer.at("details.requiredScopes"), [scope])
      }
      assert.lengthOf((yield* list(reader)).items, 6)
      assert.deepStrictEqual(reachOf(yield* add("v1", V1, writer)), [V1])
    })
  )
})

layer(Service.layer({ dataset: withoutSignIns }))("changes of teammate reach", (it) => {
  const reset = Effect.flatMap(Service.Service, (service) => service.reset)

  it.effect("PAR-139: replaces only the venues within the caller's reach and keeps the others", () =>
    Effect.gen(function* () {
      yield* reset
      assert.deepStrictEqual(reachOf(yield* replace("v12", { venueIds: [V1] }, PA_v1)), [V1])
      assert.deepStrictEqual(reachOf(yield* show("v12")), sorted(V1, V2))
      assert.deepStrictEqual(reachOf(yield* replace("v12", { venueIds: [] }, PA_v1)), [])
      assert.deepStrictEqual(reachOf(yield* show("v12")), [V2])
      assert.deepStrictEqual(yield* Effect.flip(show("v12", PA_v1)), new NotFound({}))
      assert.deepStrictEqual(yield* Effect.flip(replace("v12", { venueIds: [V1] }, PA_v1)), new NotFound({}))
      assert.deepStrictEqual(reachOf(yield* replace("v12", { venueIds: [V3] })), [V3])
      assert.deepStrictEqual(reachOf(yield* show("v12")), [V3])
    })
  )

  it.effect("PAR-139: only callers with all venues grant or change allVenues, else 403 insufficient_reach", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const refused = [
        replace("v12", { allVenues: true }, PA_v1),
        replace("a", { venueIds: [V1] }, PA_v1),
        replace("a", { venueIds: [V2] }, PA_v1),
        add("a", V1, PA_v1),
        remove("a", V1, PA_v1)
      ]
      for (const refusal of refused) assert.deepStrictEqual(yield* Effect.flip(refusal), needsAllVenues)
      const raw = yield* call("PUT", `/v1/partner/access/teammates/${operatorSubject("v1")}/venues`, {
        headers: { ...PA_v1, ...freshKey() },
        body: { allVenues: true }
      })
      assert.deepStrictEqual(
        [...statusAndCode(raw), raw.at("type"), raw.at("details")],
        [403, "insufficient_reach", "permission_error", { reason: "all_venues_required" }]
      )
      assert.isTrue(isFailure(raw))
      assert.deepStrictEqual(yield* Effect.flip(replace("v2", { allVenues: true }, PA_v1)), new NotFound({}))
      assert.deepStrictEqual([reachOf(yield* show("a")), reachOf(yield* show("v12"))], ["all", sorted(V1, V2)])
      assert.strictEqual(reachOf(yield* replace("v12", { allVenues: true })), "all")
      assert.strictEqual(reachOf(yield* add("v12", V3)), "all")
      assert.deepStrictEqual(reachOf(yield* remove("v12", V2)), sorted(V1, V3))
      assert.deepStrictEqual(reachOf(yield* replace("a", { venueIds: [V2, V3] })), sorted(V2, V3))
    })
  )

  it.effect("PAR-140: an unknown, foreign or unreachable venue in the body is the same 404 with its field", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const send = (method: string, body: unknown, headers: Headers) =>
        call(method, `/v1/partner/access/teammates/${operatorSubject("v12")}/venues`, {
          headers: { ...headers, ...freshKey() },
          body
        })
      for (const [method, field, bodyOf] of [
        ["PUT", "venueIds", (venueId: string) => ({ venueIds: [V1, venueId] })],
        ["POST", "venueId", (venueId: string) => ({ venueId })]
      ] as const) {
        const answers = yield* Effect.all([
          send(method, bodyOf("unknown"), PA_v1),
          send(method, bodyOf(W1), PA_v1),
          send(method, bodyOf(V2), PA_v1)
        ])
        const refusals = answers.map((answer) => [
          answer.status,
          answer.at("code"),
          answer.at("details"),
          answer.at("message")
        ])
        assert.deepStrictEqual(refusals[0]?.slice(0, 3), [404, "not_found", { field }])
        assert.deepStrictEqual([refusals[1], refusals[2]], [refusals[0], refusals[0]])
      }
      assert.deepStrictEqual(reachOf(yield* show("v12")), sorted(V1, V2))
    })
  )

  it.effect("PAR-007: an unknown, foreign or unreachable teammate or venue in the path is the same 404", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const path = (teammate: string, venueId: string) => `/v1/partner/access/teammates/${teammate}/venues/${venueId}`
      const answers = yield* Effect.forEach(
        [
          path("nobody", V1),
          path(operatorSubject("b"), V1),
          path(operatorSubject("v2"), V1),
          path(operatorSubject("deactivated"), V1),
          path(operatorSubject("staff"), V1),
          path(operatorSubject("v12"), "unknown"),
          path(operatorSubject("v12"), W1),
          path(operatorSubject("v12"), V2),
          path(operatorSubject("a"), V2)
        ],
        (each) => call("DELETE", each, { headers: { ...PA_v1, ...freshKey() } })
      )
      const refusals = answers.map((answer) => [
        answer.status,
        answer.at("code"),
        answer.at("details"),
        answer.at("message")
      ])
      assert.deepStrictEqual(refusals[0]?.slice(0, 3), [404, "not_found", undefined])
      for (const each of refusals) assert.deepStrictEqual(each, refusals[0])
      assert.deepStrictEqual(reachOf(yield* show("v12")), sorted(V1, V2))
    })
  )

  it.effect("adding a venue already reached or removing one not reached changes nothing", () =>
    Effect.gen(function* () {
      yield* reset
      const before = yield* show("v12")
      assert.deepStrictEqual(yield* add("v12", V1), before)
      assert.deepStrictEqual(yield* remove("v12", V3), before)
      assert.deepStrictEqual(yield* replace("v12", { venueIds: [V2, V1] }), before)
      const added = yield* add("v12", V3)
      assert.deepStrictEqual(reachOf(added), sorted(V1, V2, V3))
      assert.isTrue(DateTime.isGreaterThan(added.updatedAt, before.updatedAt))
      assert.deepStrictEqual(reachOf(yield* remove("v12", V1)), sorted(V2, V3))
    })
  )

  it.effect("the body has allVenues true or at most 1000 distinct venueIds, else 400", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const send = (body: unknown) =>
        call("PUT", `/v1/partner/access/teammates/${operatorSubject("v12")}/venues`, {
          headers: { ...PA, ...freshKey() },
          body
        })
      const many = Array.from({ length: 1001 }, (_, index) => `venue-${index}`)
      for (const body of [
        {},
        { allVenues: false },
        { allVenues: true, venueIds: [V1] },
        { allVenues: true, venueIds: [] },
        { venueIds: null },
        { venueIds: V1 },
        { venueIds: [""] },
        { venueIds: [V1, V2, V1] },
        { venueIds: many },
        { venues: [V1] }
      ]) {
        assert.deepStrictEqual(statusAndCode(yield* send(body)), [400, "invalid_parameter"], JSON.stringify(body))
      }
      assert.strictEqual((yield* send({ venueIds: many.slice(1) })).status, 404)
      assert.strictEqual((yield* send({ allVenues: false, venueIds: [V1] })).status, 200)
    })
  )

  it.effect("PAR-139: changed reach applies from the operator's next request", () =>
    Effect.gen(function* () {
      yield* reset
      const token = yield* operator("OT_v12")
      assert.deepStrictEqual(yield* scopeOf(token), { allVenues: false, venues: sorted(V1, V2) })
      const { get } = yield* partner
      const arrivals = (venueId: string) =>
        Effect.map(get(`/arrivals?propertyIds=${venueId}`, token), ({ status }) => status)
      assert.deepStrictEqual([yield* arrivals(V2), yield* arrivals(V3)], [200, 403])
      yield* replace("v12", { venueIds: [V3] })
      assert.deepStrictEqual(yield* scopeOf(token), { allVenues: false, venues: [V3] })
      assert.deepStrictEqual([yield* arrivals(V2), yield* arrivals(V3)], [403, 200])
      yield* replace("v12", { allVenues: true })
      assert.deepStrictEqual(yield* scopeOf(token), { allVenues: true, venues: sorted(V1, V2, V3) })
      yield* replace("v12", { venueIds: [] })
      assert.deepStrictEqual(yield* scopeOf(token), { allVenues: false, venues: [] })
    })
  )

  it.effect("PAR-139: an operator grants only venues they reach, and cannot widen their own reach", () =>
    Effect.gen(function* () {
      yield* reset
      const token = yield* operator("OT_v12")
      assert.deepStrictEqual(yield* Effect.flip(replace("v12", { allVenues: true }, token)), needsAllVenues)
      assert.deepStrictEqual(yield* Effect.flip(add("v12", V3, token)), new NotFound({ field: "venueId" }))
      assert.deepStrictEqual(
        yield* Effect.flip(replace("v12", { venueIds: [V1, V2, V3] }, token)),
        new NotFound({ field: "venueIds" })
      )
      assert.deepStrictEqual(yield* Effect.flip(add("v1", V3, token)), new NotFound({ field: "venueId" }))
      assert.deepStrictEqual(reachOf(yield* add("v1", V2, token)), sorted(V1, V2))
      assert.deepStrictEqual(yield* Effect.flip(show("v3", token)), new NotFound({}))
      assert.deepStrictEqual(reachOf(yield* replace("v12", { venueIds: [V1] }, token)), [V1])
      assert.deepStrictEqual(yield* Effect.flip(add("v12", V2, token)), new NotFound({ field: "venueId" }))
    })
  )

  it.effect("PAR-126: a replay is 404 for a key that does not reach every venue of the write", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const send = (name: OperatorName, body: unknown, headers: Headers) =>
        call("PUT", `/v1/partner/access/teammates/${operatorSubject(name)}/venues`, { headers, body })
      const wide = freshKey()
      const body = { venueIds: [V1] }
      const first = yield* send("v12", body, { ...PA, ...wide })
      assert.deepStrictEqual([first.status, first.at("venueIds")], [200, [V1]])
      const narrow = yield* send("v12", body, { ...PA_v1, ...wide })
      assert.deepStrictEqual(statusAndCode(narrow), [404, "not_found"])
      assert.isNull(narrow.headers.get("x-idempotent-replay"))
      const replay = yield* send("v12", body, { ...PA, ...wide })
      assert.deepStrictEqual([replay.text, replay.headers.get("x-idempotent-replay")], [first.text, "true"])
      const own = freshKey()
      const mine = yield* send("v1", { venueIds: [] }, { ...PA_v1, ...own })
      assert.deepStrictEqual([mine.status, mine.at("venueIds")], [200, []])
      const replayed = yield* send("v1", { venueIds: [] }, { ...PA_v1, ...own })
      assert.deepStrictEqual([replayed.text, replayed.headers.get("x-idempotent-replay")], [mine.text, "true"])
      const idle = freshKey()
      assert.strictEqual((yield* send("newcomer", { venueIds: [] }, { ...PA, ...idle })).status, 200)
      const unseen = yield* send("newcomer", { venueIds: [] }, { ...PA_v1, ...idle })
      assert.deepStrictEqual(statusAndCode(unseen), [404, "not_found"])
      const everywhere = freshKey()
      assert.strictEqual((yield* send("v3", { allVenues: true }, { ...PA, ...everywhere })).status, 200)
      assert.strictEqual((yield* send("v3", { allVenues: true }, { ...PA_v1, ...everywhere })).status, 404)
    })
  )
})
