import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type ActionFact, actionPlan } from "../../../src/demo/actionPlan.ts"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { integrationXid } from "../../../src/demo/demoIntegrations.ts"
import { messagePlan } from "../../../src/demo/messagePlan.ts"
import * as Messaging from "../../support/messaging.ts"
import { keysOf, recordOf } from "../../support/http/service.ts"

const { actionId, ids, read, readAction, refused, walk } = Messaging
const { g1, g2 } = demoIds.guests

/** Ids of the Actions of ws-a-main visible to a grant for the workspace and these teams, newest first. */
const visible = (teams: ReadonlyArray<string>, keep: (fact: ActionFact) => boolean = () => true) =>
  actionPlan
    .filter((fact) => fact.workspace === "ws-a-main" && (fact.team === null || teams.includes(fact.team)) && keep(fact))
    .map((fact) => actionXid(fact.name))
    .toReversed()

layer(Messaging.layer())("readMessaging view=actions", (it) => {
  it.effect("HUB-040: a page whose Actions are all for a team is empty for others, with a nextCursor", () =>
    Effect.gen(function* () {
      const page = yield* read("KH_all")
      assert.deepStrictEqual(page.at("items"), [])
      assert.isString(page.at("nextCursor"))
      assert.deepStrictEqual(keysOf(page.body), ["view", "scope", "items", "nextCursor"])
    })
  )

  it.effect("HUB-040, HUB-041, HUB-047: walks the Actions newest first, each visible one once, to the end", () =>
    Effect.gen(function* () {
      const stored = actionPlan.filter((fact) => fact.workspace === "ws-a-main").length
      for (const [key, teams] of [
        ["KH_all", []],
        ["KH_team", ["team-night"]]
      ] as const) {
        const pages = yield* walk(key, {})
        assert.deepStrictEqual(ids(pages), visible(teams))
        assert.strictEqual(pages.length, Math.ceil(stored / 100))
        for (const page of pages) {
          assert.isAtMost(page.each("items").length, 100)
          const cursor = page.at("nextCursor")
          if (typeof cursor === "string") assert.match(cursor, /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,179}$/)
        }
      }
    })
  )

  it.effect("HUB-037: a grant for just a team sees no Action for the whole workspace", () =>
    Effect.gen(function* () {
      const pages = yield* walk("KH_night", {})
      assert.deepStrictEqual(
        ids(pages),
        visible(["team-night"], (fact) => fact.team !== null)
      )
      refused(yield* read("KH_night", { id: actionId("unowned1") }), 404, "not_found")
    })
  )

  it.effect("HUB-029: guest filters the Actions; an unknown or foreign guest has none", () =>
    Effect.gen(function* () {
      const pages = yield* walk("KH_all", { guest: g1 })
      assert.deepStrictEqual(
        ids(pages),
        visible([], (fact) => fact.subject.guest === "g1")
      )
      assert.strictEqual(pages[0]?.at("guest"), g1)
      for (const guest of ["unknown", demoIds.guests.g_b]) {
        const none = yield* read("KH_all", { guest })
        assert.deepStrictEqual([none.status, none.at("items"), none.at("nextCursor")], [200, [], null])
      }
    })
  )

  it.effect("HUB-030: id returns that Action only, whatever `before` is", () =>
    Effect.gen(function* () {
      const one = yield* read("KH_all", { id: actionId("unowned1") })
      assert.strictEqual(one.status, 200)
      assert.deepStrictEqual(ids([one]), [actionId("unowned1")])
      assert.strictEqual(one.at("nextCursor"), null)
      const nextCursor = String((yield* read("KH_all")).at("nextCursor"))
      const same = yield* read("KH_all", { id: actionId("unowned1"), before: nextCursor })
      assert.strictEqual(same.text, one.text)
    })
  )

  it.effect("HUB-030, HUB-037: an unknown Action and one of another workspace, team or guest are the same 404", () =>
    Effect.gen(function* () {
      const hidden = ["orgB1", "secondWorkspace1", "teamNight1", "teamDay1"].map(actionId)
      const [night, open] = [actionId("teamNight1"), actionId("unowned1")]
      const bodies = []
      for (const id of ["unknown", ...hidden, open.toUpperCase()]) {
        bodies.push(refused(yield* read("KH_all", { id }), 404, "not_found"))
      }
      bodies.push(refused(yield* read("KH_all", { id: open, guest: g2 }), 404, "not_found"))
      for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
      assert.strictEqual((yield* read("KH_team", { id: night })).status, 200)
    })
  )

  it.effect("HUB-049: returns an Action in full", () =>
    Effect.gen(function* () {
      const found = yield* read("KH_all", { id: actionId("unowned1") })
      const item = recordOf(found.at("items.0"))
      assert.deepStrictEqual(item, {
        id: actionId("unowned1"),
        version: 1,
        state: "unowned",
        kind: "housekeeping",
        title: "Bring extra towels",
        details: "Details of unowned1",
        priority: "low",
        guestId: g1,
        reservationId: demoIds.reservations.open,
        propertyId: demoIds.venues.V1,
        audience: { kind: "workspace", teamId: null },
        owner: null,
        dueAt: item.dueAt,
        evidence: null,
        createdAt: item.createdAt,
        updatedAt: item.createdAt,
        claimedAt: null,
        finishedAt: null,
        cancelledAt: null
      })
      for (const time of [item.dueAt, item.createdAt]) assert.match(String(time), /^2026-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
    })
  )

  it.effect("HUB-049, HUB-077: each state has its owner and times; isSelf is true for the owner's own keys only", () =>
    Effect.gen(function* () {
      const main = { kind: "integration", id: integrationXid("main"), displayName: "Integration Main" }
      const owned = yield* readAction("ownedByMain", "KH_all")
      assert.deepStrictEqual([owned("state"), owned("version")], ["owned", 2])
      assert.deepStrictEqual(owned("owner"), { ...main, isSelf: true })
      assert.isString(owned("claimedAt"))
      assert.deepStrictEqual((yield* readAction("ownedByMain", "KH_claim"))("owner"), { ...main, isSelf: true })
      assert.deepStrictEqual((yield* readAction("ownedByMain", "KH_other"))("owner"), { ...main, isSelf: false })

      const byOperator = yield* readAction("ownedByOperator", "KH_all")
      assert.deepStrictEqual(byOperator("owner"), {
        kind: "operator",
        id: "demo-operator-a",
        displayName: "Operator One",
        isSelf: false
      })

      const finished = yield* readAction("finished", "KH_all")
      assert.deepStrictEqual([finished("state"), finished("evidence")], ["finished", "Towels handed over at the door"])
      assert.isString(finished("finishedAt"))
      assert.strictEqual(finished("cancelledAt"), null)

      const cancelled = yield* readAction("cancelled", "KH_all")
      assert.deepStrictEqual([cancelled("state"), cancelled("finishedAt")], ["cancelled", null])
      assert.isString(cancelled("cancelledAt"))
      assert.strictEqual((yield* readAction("cancelledUnowned", "KH_all"))("owner"), null)

      const released = yield* readAction("released", "KH_all")
      assert.deepStrictEqual([released("state"), released("owner"), released("version")], ["unowned", null, 3])

      const team = yield* readAction("teamNight5")
      assert.deepStrictEqual(team("audience"), { kind: "team", teamId: "team-night" })
    })
  )

  it.effect("HUB-038: no Action carries the text of a message", () =>
    Effect.gen(function* () {
      const bodies = new Set(messagePlan.map((fact) => fact.body))
      for (const page of yield* walk("KH_team", {})) {
        for (const item of page.each("items")) {
          for (const value of Object.values(recordOf(item)))
            assert.isFalse(typeof value === "string" && bodies.has(value))
        }
      }
    })
  )
})
