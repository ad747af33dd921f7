import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { integrationIds } from "../../../src/demo/demoIntegrations.ts"
import { workspaces } from "../../../src/demo/demoWorkspaces.ts"
import * as Messaging from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const { keyHeader, read, readRaw, refused } = Messaging
const guest = demoIds.guests.g1
const views = { thread: { view: "thread", guest }, actions: { view: "actions" }, events: { view: "events" } } as const
const view = (name: string) => ({ view: name, ...(name === "thread" ? { guest } : undefined) })

layer(Messaging.layer())("readMessaging", (it) => {
  it.effect("HUB-003, HUB-047: reads a workspace in three views", () =>
    Effect.gen(function* () {
      for (const name of ["thread", "actions", "events"] as const) {
        const answer = yield* read("KH_all", views[name])
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual([answer.at("view"), answer.at("scope")], [name, "ws-a-main"])
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
      }
      refused(yield* read("KH_all", { view: "foo" }), 400, "invalid_parameter")
    })
  )

  it.effect("HUB-027: the default view is actions, with its permission; an unknown view is 400", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read("KH_all")).text, (yield* read("KH_all", { view: "actions" })).text)
      assert.strictEqual((yield* read("KH_actions")).status, 200)
      refused(yield* read("KH_threads"), 403, "permission_denied")
      for (const bad of ["Actions", "", "thread,actions", "actions "]) {
        refused(yield* read("KH_all", { view: bad }), 400, "invalid_parameter")
      }
      refused(yield* readRaw("KH_all", "?scope=ws-a-main&view=actions&view=events"), 400, "invalid_parameter")
    })
  )

  it.effect("HUB-024: a missing scope is 400 missing_parameter, an empty or repeated one invalid_parameter", () =>
    Effect.gen(function* () {
      const missing = yield* readRaw("KH_all", "")
      refused(missing, 400, "missing_parameter")
      assert.deepStrictEqual([missing.at("errors.0.field"), missing.at("errors.0.in")], ["scope", "query"])
      const empty = yield* readRaw("KH_all", "?scope=")
      refused(empty, 400, "invalid_parameter")
      assert.strictEqual(empty.at("errors.0.field"), "scope")
      refused(yield* readRaw("KH_all", "?scope=ws-a-main&scope=ws-a-main"), 400, "invalid_parameter")
    })
  )

  it.effect("HUB-025, HUB-028, HUB-029, HUB-030, HUB-031: a selector has 1 to 180 characters of its alphabet", () =>
    Effect.gen(function* () {
      const bad = [
        "-abc",
        ".a",
        "_x",
        ":a",
        "a b",
        "a/b",
        "a\0",
        "a\n",
        "\na",
        "é",
        "aé",
        "\u212A",
        "a".repeat(181),
        ""
      ]
      const requests = [
        { name: "scope", query: {} },
        { name: "guest", query: { view: "thread" } },
        { name: "guest", query: { view: "actions" } },
        { name: "guest", query: { view: "events" } },
        { name: "id", query: { view: "actions" } },
        { name: "id", query: { view: "events" } },
        { name: "before", query: { view: "actions" } },
        { name: "before", query: { view: "thread", guest } },
        { name: "before", query: { view: "events" } }
      ]
      for (const { name, query } of requests) {
        for (const value of bad) {
          const answer = yield* read("KH_all", { ...query, [name]: value })
          refused(answer, 400, "invalid_parameter")
          assert.strictEqual(answer.at("errors.0.field"), name)
        }
      }
      for (const scope of ["a".repeat(180), "a:._-9Z", "0"]) {
        refused(yield* read("KH_all", { scope }), 403, "workspace_not_granted")
      }
      const long = "a".repeat(180)
      assert.strictEqual((yield* read("KH_all", { guest: long })).status, 200)
      refused(yield* read("KH_all", { view: "thread", guest: long }), 404, "not_found")
      refused(yield* read("KH_all", { id: long }), 404, "not_found")
    })
  )

  it.effect("HUB-028: a thread needs a guest, the other views do not", () =>
    Effect.gen(function* () {
      const answer = yield* read("KH_all", { view: "thread" })
      refused(answer, 400, "missing_parameter")
      assert.deepStrictEqual([answer.at("errors.0.field"), answer.at("errors.0.in")], ["guest", "query"])
      for (const name of ["actions", "events"]) assert.strictEqual((yield* read("KH_all", { view: name })).status, 200)
    })
  )

  it.effect("HUB-033: after is a safe integer from 0, in every view", () =>
    Effect.gen(function* () {
      const bad = ["-1", "1.5", "abc", "99999999999999999999", "9007199254740993", "", "1e2", "+1", " 1", "0x1"]
      for (const name of ["thread", "actions", "events"] as const) {
        for (const after of bad) {
          const answer = yield* read("KH_all", { ...views[name], after })
          refused(answer, 400, "invalid_parameter")
          assert.strictEqual(answer.at("errors.0.field"), "after")
        }
      }
      const none = yield* read("KH_all", { view: "events" })
      assert.strictEqual((yield* read("KH_all", { view: "events", after: "0" })).text, none.text)
    })
  )

  it.effect("HUB-026: a scope that is not granted is the same 403, whether it exists or not", () =>
    Effect.gen(function* () {
      const scopes = ["ws-a-second", "WS-A-MAIN", "ws-a-mai", "ws-a-main2", "ws-b-main", "nonexistent"]
      for (const name of ["thread", "actions", "events"] as const) {
        const bodies = []
        for (const scope of scopes) {
          bodies.push(refused(yield* read("KH_all", { ...views[name], scope }), 403, "workspace_not_granted"))
        }
        for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
        assert.notProperty(bodies[0], "details")
      }
      assert.strictEqual((yield* read("KH_two", { scope: "ws-a-second" })).status, 200)
    })
  )

  it.effect(
    "HUB-034, HUB-082: without a grant, views are 403 grant_required; with an inactive one, grant_inactive",
    () =>
      Effect.gen(function* () {
        for (const name of ["thread", "actions", "events"]) {
          refused(yield* read("KH_widget", view(name)), 403, "grant_required")
          for (const scope of ["ws-a-main", "nonexistent"]) {
            const off = yield* read("KH_grant_off", { ...view(name), scope })
            refused(off, 403, "grant_inactive")
            assert.strictEqual(off.at("details.reason"), "grant_deactivated")
          }
          const organization = yield* read("KH_E", { ...view(name), scope: "ws-e-main" })
          refused(organization, 403, "grant_inactive")
          assert.strictEqual(organization.at("details.reason"), "organization_not_activated")
        }
      })
  )

  it.effect("HUB-016, HUB-035: each view needs its own permission", () =>
    Effect.gen(function* () {
      const keys = { thread: "KH_threads", actions: "KH_actions" } as const
      for (const own of ["thread", "actions"] as const) {
        for (const view of ["thread", "actions", "events"] as const) {
          const answer = yield* read(keys[own], views[view])
          if (own === view) assert.strictEqual(answer.status, 200, answer.text)
          else refused(answer, 403, "permission_denied")
        }
      }
      for (const name of ["thread", "actions"] as const) {
        refused(yield* read("KH_events", views[name]), 403, "permission_denied")
      }
      for (const name of ["thread", "actions", "events"] as const) {
        const answer = yield* read("KH_brands", views[name])
        refused(answer, 403, "permission_denied")
        assert.deepStrictEqual(answer.each("details.requiredPermissions"), [
          name === "thread" ? "hub:api:threads:read" : `hub:api:${name}:read`
        ])
      }
    })
  )

  it.effect("HUB-081: the grant must carry the permission as well", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read("KH_narrow", views.thread)).status, 200)
      refused(yield* read("KH_narrow", views.actions), 403, "permission_denied")
      refused(yield* read("KH_narrow", views.events), 403, "permission_denied")
    })
  )

  it.effect("HUB-036: the events view also needs a permission on the events' resources", () =>
    Effect.gen(function* () {
      refused(yield* read("KH_events", views.events), 403, "underlying_permission_required")
      assert.strictEqual((yield* read("KH_events_actions", views.events)).status, 200)
    })
  )

  it.effect("HUB-045: checks the syntax, then the permission, then the grant, then existence", () =>
    Effect.gen(function* () {
      refused(yield* read("KH_brands", { scope: "-" }), 400, "invalid_parameter")
      refused(yield* read("KH_brands", { view: "thread" }), 400, "missing_parameter")
      refused(yield* read("KH_brands", { before: "zzz" }), 400, "invalid_cursor")
      refused(yield* read("KH_brands", { scope: "nonexistent" }), 403, "permission_denied")
      refused(yield* read("KH_events", { view: "events", scope: "nonexistent" }), 403, "underlying_permission_required")
      refused(yield* read("KH_all", { scope: "ws-b-main", id: "unknown" }), 403, "workspace_not_granted")
      refused(
        yield* read("KH_all", { scope: "ws-b-main", view: "thread", guest: "unknown" }),
        403,
        "workspace_not_granted"
      )
    })
  )

  it.effect("HUB-046, GEN-003: limit, organization and the parameters of other views are ignored", () =>
    Effect.gen(function* () {
      const [actions, events] = [yield* read("KH_team"), yield* read("KH_all", views.events)]
      for (const extra of [{ limit: "5" }, { limit: "0" }, { organizationId: "B", orgId: "B" }, { after: "7" }]) {
        assert.strictEqual((yield* read("KH_team", extra)).text, actions.text)
      }
      for (const extra of [{ before: "zzz" }, { id: "zzz" }, { limit: "5" }, { organizationId: "B" }]) {
        assert.strictEqual((yield* read("KH_all", { ...views.events, ...extra })).text, events.text)
      }
      assert.strictEqual((yield* read("KH_all", { ...views.thread, id: "zzz", after: "3" })).status, 200)
    })
  )

  it.effect("HUB-005: no route names an organization", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const path = `/api/external/v1/orgs/${demoIds.organizations.A}/messaging?scope=ws-a-main`
      refused(yield* call("GET", path, { headers: keyHeader("KH_all") }), 404, "not_found")
    })
  )
})

const { apiKeys, messagingGrants } = Messaging.dataset
const { main, widget } = integrationIds

/** Keys of a widget: by their own origin, by that of their integration, or by both. */
const ofWidgets = new Map([
  ["KH_all", { integrationId: main, origin: "widget" as const }],
  ["KH_team", { integrationId: widget, origin: "settings" as const }],
  ["KH_widget", { integrationId: widget, origin: "widget" as const }]
])

/** The demo data with those keys, and a stored grant of the widget's integration. */
const withWidgets = {
  ...Messaging.dataset,
  apiKeys: apiKeys.map((row) => ({ ...row, ...ofWidgets.get(row.name) })),
  messagingGrants: messagingGrants.flatMap((grant) =>
    grant.integrationId === main && grant.workspaceId === workspaces["ws-a-main"].id
      ? [grant, { ...grant, id: 9001, integrationId: widget }]
      : [grant]
  )
}

layer(Messaging.layer({ dataset: () => withWidgets }))("readMessaging, keys of widgets", (it) => {
  it.effect("HUB-082: a widget's key is 403 grant_required even with a stored grant and every permission", () =>
    Effect.gen(function* () {
      for (const name of ["thread", "actions", "events"] as const) {
        assert.strictEqual((yield* read("KH_messaging", views[name])).status, 200)
        for (const key of ["KH_all", "KH_team", "KH_widget"] as const) {
          refused(yield* read(key, views[name]), 403, "grant_required")
        }
      }
    })
  )
})

layer(Messaging.layer({ environment: { HUB_MESSAGING_ENABLED: "false" } }))("readMessaging, disabled", (it) => {
  it.effect("HUB-006: messaging is 503 before permission and syntax are checked; brands work", () =>
    Effect.gen(function* () {
      refused(yield* read("KH_all"), 503, "messaging_disabled")
      refused(yield* readRaw("KH_brands", "?scope=-"), 503, "messaging_disabled")
      refused(yield* Messaging.send("KH_all", Messaging.claim("unowned1")), 503, "messaging_disabled")
      const { call } = yield* Service.Service
      assert.strictEqual((yield* call("GET", "/api/external/v1/brands", { headers: keyHeader("KH_all") })).status, 200)
      assert.strictEqual((yield* call("GET", Messaging.messaging)).status, 401)
    })
  )
})
