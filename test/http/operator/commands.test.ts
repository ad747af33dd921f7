import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { guestXid } from "../../../src/demo/demoGuests.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { integrationXid } from "../../../src/demo/demoIntegrations.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf } from "../../support/operator.ts"
import { changingNothing } from "../../support/matrix/Subject.ts"
import { bearer, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

type Body = Readonly<Record<string, unknown>>

const send = (name: string, body: Body, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(operatorRoutes(), ({ post }) =>
    post("/messaging?scope=ws-a-main", { ...sessionOf(name), ...headers }, body)
  )

const create = (name: string, change: Body = {}, headers: Readonly<Record<string, string>> = {}) =>
  send(name, { type: "create_action", title: "Extra towels", kind: "housekeeping", ...change }, headers)

const move = (name: string, type: string, id: unknown, expectedVersion: number, change: Body = {}) =>
  send(name, { type, id, expectedVersion, ...change })

const handOff = (name: string, id: unknown, expectedVersion: number, to: Body) =>
  move(name, "hand_off", id, expectedVersion, { to })

const operator = (name: "read" | "manage" | "manage2" | "team" | "none" | "manage_b" | "deactivated") => ({
  kind: "operator",
  id: operatorSubject(name)
})

/** A new Action of `manage`, unowned. */
const fresh = (change: Body = {}) => Effect.map(create("manage", change), (answer) => answer.at("action.id"))

const seen = (name: string, id: unknown) =>
  Effect.flatMap(operatorRoutes(), ({ get }) => get(`/messaging?scope=ws-a-main&id=${String(id)}`, sessionOf(name)))

/** The events of one Action in order, as the operator `team` sees them. */
const events = (id: unknown) =>
  Effect.gen(function* () {
    const { get } = yield* operatorRoutes()
    const found: Array<unknown> = []
    let after = 0
    for (;;) {
      const page = yield* get(`/messaging?scope=ws-a-main&view=events&after=${after}`, sessionOf("team"))
      found.push(...page.each("items").filter((item) => Service.at(item, "resource.id") === id))
      after = Number(page.at("nextAfter"))
      if (page.at("hasMore") !== true) return found
    }
  })

const kinds = (id: unknown) => Effect.map(events(id), (found) => found.map((event) => Service.at(event, "kind")))

/** The stored note of the move that was answered. */
const noteOf = (answer: Service.Answer) =>
  Effect.gen(function* () {
    const { rows } = yield* Service.Service
    const table = "actionTransitions "
    const receipt = String(answer.at("receipt.id"))
    const row = [...(yield* rows)].find((text) => text.startsWith(table) && text.includes(receipt))
    return Service.at(JSON.parse(row?.slice(table.length) ?? assert.fail("no move")), "note")
  })

const outcome = (answer: Service.Answer) =>
  answer.status === 200 ? [200, answer.at("action.state")] : statusAndCode(answer)

layer(operatorLayer())("commands of operators", (it) => {
  it.effect("INT-014: create_action returns the Action as requested, transition and receipt, and makes one event", () =>
    Effect.gen(function* () {
      const answer = yield* create("manage", {
        details: "Two, please",
        priority: "urgent",
        guestId: guestXid("g1"),
        reservationId: demoIds.reservations["open"],
        propertyId: demoIds.venues.V1,
        dueAt: "2030-01-02T03:04:05Z",
        ownerOperatorId: operatorSubject("manage2")
      })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepInclude(Service.recordOf(answer.at("action")), {
        version: 1,
        state: "owned",
        kind: "housekeeping",
        title: "Extra towels",
        details: "Two, please",
        priority: "urgent",
        guestId: guestXid("g1"),
        reservationId: demoIds.reservations["open"],
        propertyId: demoIds.venues.V1,
        dueAt: "2030-01-02T03:04:05.000Z",
        evidence: null,
        audience: { kind: "workspace", teamId: null },
        owner: { ...operator("manage2"), displayName: "Operator Fourteen", isSelf: false }
      })
      const id = answer.at("action.id")
      assert.deepInclude(Service.recordOf(answer.at("transition")), {
        actionId: id,
        type: "create_action",
        fromState: null,
        toState: "owned",
        expectedVersion: null
      })
      assert.isString(answer.at("receipt.id"))
      assert.strictEqual(answer.at("receipt.requestId"), answer.headers.get("x-request-id"))
      assert.deepStrictEqual(yield* kinds(id), ["action.created"])
      assert.strictEqual((yield* seen("manage2", id)).at("items.0.owner.isSelf"), true)
    })
  )

  it.effect("INT-014: an Action without optional fields is unowned, for the workspace, of normal priority", () =>
    Effect.gen(function* () {
      const absent = { details: null, guestId: null, dueAt: null, ownerOperatorId: null, priority: null }
      for (const audience of [null, { kind: "workspace", teamId: null }]) {
        const answer = yield* create("manage", { ...absent, audience })
        assert.deepInclude(Service.recordOf(answer.at("action")), {
          state: "unowned",
          priority: "normal",
          owner: null,
          guestId: null,
          audience: { kind: "workspace", teamId: null }
        })
      }
    })
  )

  it.effect("INT-014: repeating a key and body returns the original result and creates no second Action", () =>
    Effect.gen(function* () {
      const key = { "idempotency-key": crypto.randomUUID() }
      const first = yield* create("manage", { title: "Once" }, key)
      const again = yield* create("manage", { title: "Once" }, key)
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      assert.deepStrictEqual(statusAndCode(yield* create("manage", { title: "Twice" }, key)), [
        409,
        "idempotency_conflict"
      ])
      const other = yield* create("manage2", { title: "Once" }, key)
      assert.notStrictEqual(other.at("action.id"), first.at("action.id"), "the key is the operator's own")
      assert.deepStrictEqual(yield* kinds(first.at("action.id")), ["action.created"])
    })
  )

  it.effect("INT-014: an Idempotency-Key has 8 to 180 characters, none of them a dot or slash", () =>
    Effect.gen(function* () {
      const of = (key: string) => Effect.map(create("manage", {}, { "idempotency-key": key }), statusAndCode)
      for (const key of ["abcdefg", "a".repeat(181), "abc.defgh", "abcdefg/"]) {
        assert.deepStrictEqual(yield* of(key), [400, "invalid_idempotency_key"], key)
      }
      assert.strictEqual((yield* of(`A_b:c-${crypto.randomUUID()}`))[0], 200)
      assert.strictEqual((yield* of("k".repeat(180)))[0], 200)
    })
  )

  it.effect("INT-011, INT-014: creating an Action with unknown or foreign ids is 404", () =>
    Effect.gen(function* () {
      const refused: ReadonlyArray<Body> = [
        { guestId: guestXid("g_b") },
        { guestId: "nobody" },
        { reservationId: "nothing" },
        { reservationId: demoIds.reservations["w1_confirmed"] ?? "none" },
        { propertyId: demoIds.venues.W1 },
        { propertyId: "nothing" },
        { audience: { kind: "team", teamId: "nothing" } }
      ]
      for (const change of refused) {
        assert.deepStrictEqual(
          statusAndCode(yield* create("manage", change)),
          [404, "not_found"],
          JSON.stringify(change)
        )
      }
    })
  )

  it.effect("INT-014: a malformed command is 400 invalid_body and changes nothing", () =>
    Effect.gen(function* () {
      const id = demoIds.actions.unowned40
      const refused: ReadonlyArray<Body> = [
        {},
        { type: "create" },
        { type: "create_action", kind: "x" },
        { type: "create_action", title: "", kind: "x" },
        { type: "create_action", title: "t".repeat(201), kind: "x" },
        { type: "create_action", title: " ", kind: "x" },
        { type: "create_action", title: "two\nlines", kind: "x" },
        { type: "create_action", title: "t", kind: "\t" },
        { type: "create_action", title: "t", kind: "x", priority: "hurry" },
        { type: "create_action", title: "t", kind: "x", dueAt: "soon" },
        { type: "create_action", title: "t", kind: "x", dueAt: "2030-01-02" },
        { type: "create_action", title: "t", kind: "x", dueAt: "2030-01-02T03:04:05" },
        { type: "create_action", title: "t", kind: "x", dueAt: "2030-01-02T03:04Z" },
        { type: "create_action", title: "t", kind: "x", dueAt: "2030-01-02T24:00:00Z" },
        { type: "create_action", title: "t", kind: "x", dueAt: "2030-02-30T03:04:05Z" },
        { type: "create_action", title: "t", kind: "x", organizationId: "B" },
        { type: "claim", id },
        { type: "claim", id, expectedVersion: 0 },
        { type: "claim", id, expectedVersion: "1" },
        { type: "claim", id, expectedVersion: 1, evidence: "none" },
        { type: "finish", id, expectedVersion: 1, evidence: "e".repeat(4001) },
        { type: "hand_off", id, expectedVersion: 1 },
        { type: "hand_off", id, expectedVersion: 1, to: { kind: "everybody" } },
        { type: "hand_off", id, expectedVersion: 1, to: { kind: "operator" } }
      ]
      for (const body of refused) {
        assert.deepStrictEqual(statusAndCode(yield* send("manage", body)), [400, "invalid_body"], JSON.stringify(body))
      }
      assert.strictEqual((yield* seen("manage", id)).at("items.0.version"), 1)
    })
  )

  it.effect("INT-007: every command is 403 without both permissions", () =>
    Effect.gen(function* () {
      const id = yield* fresh()
      for (const name of ["read", "manage_only", "none"]) {
        const answers = [
          yield* create(name),
          yield* move(name, "claim", id, 1),
          yield* move(name, "finish", id, 1),
          yield* move(name, "cancel_action", id, 1),
          yield* handOff(name, id, 1, { kind: "nobody" })
        ]
        for (const answer of answers) assert.deepStrictEqual(statusAndCode(answer), [403, "permission_denied"], name)
      }
      assert.strictEqual((yield* move("manage", "claim", id, 1)).status, 200)
    })
  )

  it.effect("INT-010: a team's Action is 404 to operators outside the team and open to its members", () =>
    Effect.gen(function* () {
      const night = actionXid("teamNight9")
      assert.deepStrictEqual(statusAndCode(yield* move("manage", "claim", night, 2)), [404, "not_found"])
      const toNight = { audience: { kind: "team", teamId: "team-night" } }
      assert.deepStrictEqual(statusAndCode(yield* create("manage", toNight)), [404, "not_found"])
      assert.deepStrictEqual(outcome(yield* move("team", "claim", night, 2)), [200, "owned"])
      const made = yield* create("team", toNight)
      assert.deepStrictEqual(made.at("action.audience"), { kind: "team", teamId: "team-night" })
      assert.deepStrictEqual(statusAndCode(yield* seen("manage", made.at("action.id"))), [404, "not_found"])
    })
  )

  it.effect("INT-014: only the owner finishes an Action, at its current version; then every move is 409", () =>
    Effect.gen(function* () {
      const id = yield* fresh()
      assert.deepStrictEqual(outcome(yield* move("manage", "finish", id, 1)), [409, "action_not_owned"])
      assert.deepStrictEqual(outcome(yield* move("manage", "claim", id, 2)), [409, "version_conflict"])
      assert.deepStrictEqual(outcome(yield* move("manage", "claim", id, 1, { evidence: null })), [200, "owned"])
      assert.deepStrictEqual(outcome(yield* move("manage2", "claim", id, 2)), [409, "action_already_owned"])
      assert.deepStrictEqual(outcome(yield* move("manage2", "finish", id, 2)), [409, "action_not_owned"])
      assert.deepStrictEqual(outcome(yield* move("manage2", "cancel_action", id, 2)), [409, "action_not_owned"])
      assert.deepStrictEqual(outcome(yield* move("manage", "finish", id, 1)), [409, "version_conflict"])
      const done = yield* move("manage", "finish", id, 2, { evidence: "Handed over" })
      assert.deepInclude(Service.recordOf(done.at("action")), {
        state: "finished",
        version: 3,
        evidence: "Handed over"
      })
      assert.strictEqual(done.at("transition.evidenceRecorded"), true)
      for (const type of ["claim", "finish", "cancel_action"]) {
        assert.deepStrictEqual(outcome(yield* move("manage", type, id, 3)), [409, "action_closed"], type)
      }
      assert.deepStrictEqual(outcome(yield* handOff("manage", id, 3, { kind: "nobody" })), [409, "action_closed"])
      assert.deepStrictEqual(yield* kinds(id), ["action.created", "action.claimed", "action.finished"])
    })
  )

  it.effect("INT-014: an operator cancels an unowned Action or their own", () =>
    Effect.gen(function* () {
      const unowned = yield* fresh()
      const cancelled = yield* move("manage", "cancel_action", unowned, 1, { reason: "Not needed" })
      assert.deepInclude(Service.recordOf(cancelled.at("action")), { state: "cancelled", owner: null, evidence: null })
      const own = yield* fresh({ ownerOperatorId: operatorSubject("manage") })
      assert.deepStrictEqual(outcome(yield* move("manage", "cancel_action", own, 1)), [200, "cancelled"])
      assert.deepStrictEqual(yield* kinds(own), ["action.created", "action.cancelled"])
    })
  )

  it.effect("INT-014: the note of a hand-off and the reason of a cancellation are kept in the history", () =>
    Effect.gen(function* () {
      const created = yield* create("manage")
      const id = created.at("action.id")
      const handed = yield* move("manage", "hand_off", id, 1, { to: operator("manage2"), note: "Over to you" })
      const cancelled = yield* move("manage2", "cancel_action", id, 2, { reason: "Not needed" })
      const notes = yield* Effect.forEach([created, handed, cancelled], noteOf)
      assert.deepStrictEqual(notes, [null, "Over to you", "Not needed"])
    })
  )

  it.effect("INT-014: an operator hands anyone's Action to an operator or an integration", () =>
    Effect.gen(function* () {
      const id = yield* fresh()
      const to = yield* handOff("manage", id, 1, operator("manage2"))
      assert.deepInclude(Service.recordOf(to.at("action.owner")), operator("manage2"))
      assert.strictEqual(to.at("action.version"), 2)
      const on = yield* handOff("manage", id, 2, { kind: "integration", id: integrationXid("main") })
      assert.deepInclude(Service.recordOf(on.at("action.owner")), { kind: "integration", id: integrationXid("main") })
      const { call } = yield* Service.Service
      const finish = yield* call("POST", "/api/external/v1/messaging?scope=ws-a-main", {
        headers: { ...bearer(hubKeys.KH_all), "idempotency-key": crypto.randomUUID() },
        body: { type: "finish", id, expectedVersion: 3 }
      })
      assert.strictEqual(finish.status, 200, "the integration finishes the Action handed to it")
      assert.deepStrictEqual(yield* kinds(id), [
        "action.created",
        "action.handed_off",
        "action.handed_off",
        "action.finished"
      ])
    })
  )

  it.effect("INT-014: handing an Action to anyone outside its workspace or audience is 400 owner_not_eligible", () =>
    Effect.gen(function* () {
      const id = yield* fresh()
      const targets: ReadonlyArray<Body> = [
        operator("read"),
        operator("none"),
        operator("deactivated"),
        operator("manage_b"),
        { kind: "operator", id: "nobody" },
        { kind: "integration", id: integrationXid("grantOff") },
        { kind: "integration", id: integrationXid("widget") },
        { kind: "integration", id: integrationXid("organizationB") },
        { kind: "integration", id: integrationXid("night") },
        { kind: "integration", id: "nothing" }
      ]
      for (const to of targets) {
        assert.deepStrictEqual(
          outcome(yield* handOff("manage", id, 1, to)),
          [400, "owner_not_eligible"],
          JSON.stringify(to)
        )
      }
      assert.deepStrictEqual(outcome(yield* create("manage", { ownerOperatorId: operatorSubject("read") })), [
        400,
        "owner_not_eligible"
      ])
      const forNight = create("team", {
        audience: { kind: "team", teamId: "team-night" },
        ownerOperatorId: operatorSubject("manage")
      })
      assert.deepStrictEqual(outcome(yield* changingNothing(forNight)), [400, "owner_not_eligible"])
      const night = actionXid("teamNight20")
      assert.deepStrictEqual(outcome(yield* handOff("team", night, 2, operator("manage"))), [400, "owner_not_eligible"])
      const inTeam = { kind: "integration", id: integrationXid("night") }
      assert.deepStrictEqual(outcome(yield* handOff("team", night, 2, inTeam)), [200, "owned"])
      assert.strictEqual((yield* seen("manage", id)).at("items.0.version"), 1)
    })
  )

  it.effect("INT-014: handing to nobody releases an Action, once; handing to a team makes that its audience", () =>
    Effect.gen(function* () {
      const id = yield* fresh({ ownerOperatorId: operatorSubject("manage2") })
      const away = yield* handOff("manage", id, 1, { kind: "nobody", id: null })
      assert.deepInclude(Service.recordOf(away.at("action")), { state: "unowned", owner: null, claimedAt: null })
      assert.deepStrictEqual(outcome(yield* handOff("manage", id, 2, { kind: "nobody" })), [409, "action_not_owned"])
      assert.deepStrictEqual(statusAndCode(yield* handOff("manage", id, 2, { kind: "team", id: "team-night" })), [
        404,
        "not_found"
      ])
      const toTeam = yield* handOff("team", id, 2, { kind: "team", id: "team-night" })
      assert.deepInclude(Service.recordOf(toTeam.at("action")), {
        state: "unowned",
        version: 3,
        audience: { kind: "team", teamId: "team-night" }
      })
      assert.deepStrictEqual(statusAndCode(yield* seen("manage", id)), [404, "not_found"])
      assert.deepStrictEqual(yield* kinds(id), ["action.created", "action.released", "action.handed_off"])
    })
  )

  it.effect("INT-014: an owned Action is 409 to other callers, and its events name each actor", () =>
    Effect.gen(function* () {
      const id = yield* fresh()
      const { call } = yield* Service.Service
      const external = (key: string, body: Body) =>
        call("POST", "/api/external/v1/messaging?scope=ws-a-main", {
          headers: { ...bearer(key), "idempotency-key": crypto.randomUUID() },
          body
        })
      assert.strictEqual((yield* external(hubKeys.KH_all, { type: "claim", id, expectedVersion: 1 })).status, 200)
      assert.deepStrictEqual(outcome(yield* move("manage", "claim", id, 2)), [409, "action_already_owned"])
      yield* handOff("manage", id, 2, operator("manage"))
      const refused = yield* external(hubKeys.KH_all, { type: "finish", id, expectedVersion: 3 })
      assert.deepStrictEqual(statusAndCode(refused), [409, "action_not_owned"])
      assert.deepStrictEqual(
        (yield* events(id)).map((event) => Service.at(event, "actor")),
        [
          { kind: "operator", id: operatorSubject("manage") },
          { kind: "integration", id: integrationXid("main") },
          { kind: "operator", id: operatorSubject("manage") }
        ]
      )
    })
  )

  it.effect("INT-004: a command from a foreign origin, or without one, is 403 origin_not_allowed", () =>
    Effect.gen(function* () {
      const { cookie = "" } = sessionOf("manage")
      const { post } = yield* operatorRoutes()
      const body = { type: "create_action", title: "Elsewhere", kind: "x" }
      const { baseUrl } = yield* Service.Service
      const of = (headers: Readonly<Record<string, string>>) =>
        Effect.map(post("/messaging?scope=ws-a-main", { cookie, ...headers }, body), statusAndCode)
      for (const headers of [
        {},
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `${baseUrl}.evil.example` },
        { "sec-fetch-site": "cross-site" }
      ]) {
        assert.deepStrictEqual(yield* of(headers), [403, "origin_not_allowed"], JSON.stringify(headers))
      }
      assert.strictEqual((yield* of({ origin: new URL(baseUrl).origin }))[0], 200)
    })
  )
})
