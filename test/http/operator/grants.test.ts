import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { operatorId } from "../../../src/demo/demoOperators.ts"
import { venues } from "../../../src/demo/venues.ts"
import { auditOf } from "../../support/audited.ts"
import { layer as operatorLayer, operatorRoutes, sessionOf, withSessions } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import {
  actionNow,
  actionsBy,
  brandsBy,
  claimBy,
  listedOne,
  makeKey,
  newIntegration,
  rotate,
  setGrant
} from "../../support/settings.ts"

const { widget } = demoIds.integrations

const everything = [
  "hub:api:threads:read",
  "hub:api:actions:read",
  "hub:api:events:read",
  "hub:api:actions:claim",
  "hub:api:actions:complete",
  "hub:api:brands:read"
]

const messagingKey = Effect.fnUntraced(function* (integration: string) {
  return (yield* makeKey(integration, { permissions: everything })).at("secret")
})

/** A new integration and a key with the permissions of `everything`. */
const caller = Effect.gen(function* () {
  const id = yield* newIntegration()
  return { id, secret: yield* messagingKey(id) }
})

/** One Action of ws-a-main as the operator `team` sees it. */
const seenByTeam = Effect.fnUntraced(function* (action: keyof typeof demoIds.actions) {
  const { get } = yield* operatorRoutes()
  return (yield* get(`/messaging?scope=ws-a-main&id=${demoIds.actions[action]}`, sessionOf("team"))).at("items.0")
})

/** The last event of ws-a-main. */
const lastEvent = Effect.gen(function* () {
  const { get } = yield* operatorRoutes()
  const read = (after: number) => get(`/messaging?scope=ws-a-main&view=events&after=${after}`, sessionOf("team"))
  const head = Number((yield* read(999_999_999)).at("nextAfter"))
  return (yield* read(head - 1)).at("items.0")
})

layer(operatorLayer())("messaging grants in the settings", (it) => {
  it.effect("INT-016, HUB-034, HUB-082: a key gets messaging with its grant and loses it with the grant at once", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "grant_required"])
      const granted = yield* setGrant(id)
      assert.deepStrictEqual(
        [granted.status, granted.at("active"), granted.at("deactivatedAt"), granted.at("releasedActions")],
        [200, true, null, 0]
      )
      assert.strictEqual((yield* actionsBy(secret)).status, 200)
      const ended = yield* setGrant(id, { active: false })
      assert.deepStrictEqual(
        [ended.status, ended.at("active"), typeof ended.at("deactivatedAt")],
        [200, false, "string"]
      )
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "grant_inactive"])
      assert.strictEqual((yield* brandsBy(secret)).status, 200, "brands need no grant")
      const twice = yield* setGrant(id, { active: false })
      assert.strictEqual(twice.at("deactivatedAt"), ended.at("deactivatedAt"))
      assert.strictEqual((yield* setGrant(id)).status, 200)
      assert.strictEqual((yield* actionsBy(secret)).status, 200)
      assert.lengthOf(Service.each(yield* listedOne(id), "grants"), 1, "activating again reuses the grant")
    })
  )

  it.effect("INT-016, HUB-081: a key needs its permission in the grant too; grant changes are audited", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      yield* setGrant(id, { permissions: ["hub:api:threads:read"] })
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "permission_denied"])
      const changed = yield* setGrant(id, { permissions: ["hub:api:actions:read", "hub:api:threads:read"] })
      assert.deepStrictEqual(changed.at("permissions"), ["hub:api:threads:read", "hub:api:actions:read"])
      assert.strictEqual((yield* actionsBy(secret)).status, 200)
      const log = yield* auditOf(`integration:${id}`)
      assert.deepStrictEqual(
        log.map(({ action }) => action),
        ["integration.created", "messaging_grant.changed", "messaging_grant.changed"]
      )
      assert.deepStrictEqual(log.at(-1)?.before, {
        scope: "ws-a-main",
        active: true,
        permissions: ["hub:api:threads:read"],
        audience: { workspace: true, teams: [] }
      })
    })
  )

  it.effect("INT-016, HUB-082: a widget's integration is granted nothing (409); its keys have no messaging", () =>
    Effect.gen(function* () {
      for (const change of [{}, { active: false }, { scope: "nonexistent" }]) {
        assert.deepStrictEqual(statusAndCode(yield* setGrant(widget, change)), [409, "widget_integration"])
      }
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(hubKeys.KH_widget)), [403, "grant_required"])
      assert.deepStrictEqual(Service.each(yield* listedOne(widget), "grants"), [])
      const secret = yield* messagingKey(widget)
      assert.strictEqual((yield* brandsBy(secret)).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "grant_required"])
    })
  )

  it.effect("INT-016, INT-011: a grant for a workspace or team that the organization lacks is 404", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      for (const scope of ["ws-b-main", "nonexistent"]) {
        assert.deepStrictEqual(statusAndCode(yield* setGrant(id, { scope })), [404, "not_found"])
      }
      // The teams belong to ws-a-main.
      for (const [scope, team] of [
        ["ws-a-main", "nobody"],
        ["ws-a-second", "team-night"]
      ] as const) {
        const audience = { workspace: true, teamIds: ["team-night", team] }
        const answer = yield* setGrant(id, { scope, audience })
        assert.deepStrictEqual(
          [...statusAndCode(answer), answer.at("details.field")],
          [404, "not_found", "audience.teamIds"]
        )
      }
      for (const change of [
        { permissions: ["hub:api:brands:read"] },
        { audience: { workspace: true } },
        { audience: { workspace: "yes", teamIds: [] } },
        { audience: { workspace: true, teamIds: Array.from({ length: 101 }, (_, index) => `team-${index}`) } },
        { scope: " " },
        { active: null }
      ]) {
        const answer = yield* setGrant(id, change)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_body"], JSON.stringify(change))
      }
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "grant_required"])
    })
  )

  it.effect("INT-016: a key sees only Actions of its grant's audience", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      const granted = yield* setGrant(id, { audience: { workspace: false, teamIds: ["team-night", "team-night"] } })
      assert.deepStrictEqual(granted.at("audience"), { workspace: false, teamIds: ["team-night"] })
      const audiences = (yield* actionsBy(secret)).each("items", "audience.teamId")
      assert.deepStrictEqual([...new Set(audiences)], ["team-night"])
    })
  )

  it.effect("INT-016, A-166: a grant in another workspace replaces the active one; a change leaves others alone", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      yield* setGrant(id)
      assert.strictEqual((yield* claimBy(secret, "unowned60")).status, 200)
      const moved = yield* setGrant(id, { scope: "ws-a-second" })
      assert.deepStrictEqual([moved.status, moved.at("releasedActions")], [200, 1])
      assert.strictEqual((yield* actionsBy(secret, "ws-a-second")).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* actionsBy(secret)), [403, "grant_inactive"])
      assert.strictEqual(Service.at(yield* actionNow("unowned60"), "state"), "unowned")
      yield* setGrant(id, { scope: "ws-a-second" })
      const [, , ended, begun, ...more] = yield* auditOf(`integration:${id}`)
      assert.deepInclude(ended?.before, { scope: "ws-a-main", active: true })
      assert.deepInclude(ended?.after, { scope: "ws-a-main", active: false })
      assert.deepStrictEqual([begun?.before, Service.at(begun?.after, "scope")], [null, "ws-a-second"])
      assert.lengthOf(more, 0, "setting the same grant again")

      const { twoWorkspaces } = demoIds.integrations
      const both = yield* messagingKey(twoWorkspaces)
      yield* setGrant(twoWorkspaces, { scope: "ws-a-second", permissions: ["hub:api:actions:read"] })
      for (const scope of ["ws-a-main", "ws-a-second"]) {
        assert.strictEqual((yield* actionsBy(both, scope)).status, 200, scope)
      }
      yield* setGrant(twoWorkspaces, { scope: "ws-a-second", active: false })
      assert.strictEqual((yield* actionsBy(both)).status, 200)
      assert.strictEqual((yield* actionsBy(both, "ws-a-second")).status, 403)
    })
  )

  it.effect("INT-016: deactivating a grant releases the integration's Actions, audited and in the feed", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      yield* setGrant(id)
      assert.strictEqual((yield* claimBy(secret, "unowned61")).status, 200)
      assert.strictEqual((yield* claimBy(secret, "unowned62")).status, 200)
      assert.strictEqual(Service.at(yield* seenByTeam("unowned61"), "version"), 2)
      assert.strictEqual(
        (yield* setGrant(id, { permissions: [] })).at("releasedActions"),
        0,
        "permissions do not matter"
      )

      const ended = yield* setGrant(id, { active: false }, { "x-request-id": "the-end" })
      assert.deepStrictEqual([ended.status, ended.at("releasedActions")], [200, 2])
      for (const action of ["unowned61", "unowned62"] as const) {
        const now = yield* seenByTeam(action)
        assert.deepStrictEqual(
          [Service.at(now, "state"), Service.at(now, "owner"), Service.at(now, "version")],
          ["unowned", null, 3]
        )
        assert.deepStrictEqual((yield* auditOf(`action:${demoIds.actions[action]}`)).at(-1), {
          action: "action.released",
          before: { state: "owned", version: 2 },
          after: { state: "unowned", version: 3 }
        })
      }
      const event = yield* lastEvent
      assert.deepStrictEqual(
        [Service.at(event, "kind"), Service.at(event, "resource.id"), Service.at(event, "actor")],
        ["action.released", demoIds.actions.unowned62, { kind: "system", id: null }]
      )
      assert.strictEqual(
        (yield* claimBy(hubKeys.KH_other, "unowned63")).status,
        200,
        "another integration still claims"
      )
      assert.strictEqual(Service.at(yield* actionNow("unowned63"), "state"), "owned")
    })
  )

  it.effect("INT-016: narrowing the audience releases the Actions outside it, and no others", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* caller
      const team = { kind: "team", teamId: "team-night" }
      yield* setGrant(id, { audience: { workspace: true, teamIds: ["team-night"] } })
      assert.strictEqual((yield* claimBy(secret, "unowned64")).status, 200)
      const { post } = yield* operatorRoutes()
      const command = (body: Readonly<Record<string, unknown>>) =>
        post("/messaging?scope=ws-a-main", sessionOf("team"), body)
      const made = yield* command({ type: "create_action", title: "At night", kind: "rounds", audience: team })
      const handed = yield* command({
        type: "hand_off",
        id: made.at("action.id"),
        expectedVersion: 1,
        to: { kind: "integration", id }
      })
      assert.strictEqual(handed.status, 200, handed.text)
      const narrowed = yield* setGrant(id, { audience: { workspace: false, teamIds: ["team-night"] } })
      assert.strictEqual(narrowed.at("releasedActions"), 1)
      assert.strictEqual(Service.at(yield* seenByTeam("unowned64"), "state"), "unowned")
      const none = yield* setGrant(id, { audience: { workspace: true, teamIds: ["team-day"] } })
      assert.strictEqual(none.at("releasedActions"), 1)
    })
  )
})

const sendInvite = (inviteLinkToken: unknown) =>
  Service.Service.use(({ call }) =>
    call("POST", "/v1/partner/public/guest-invites/send", {
      headers: { "idempotency-key": crypto.randomUUID(), "x-forwarded-for": "10.9.1.1" },
      body: { inviteLinkToken, email: "guest@example.com", consent: true }
    })
  )

const atV1 = (now: Parameters<typeof withSessions>[0]) => {
  const dataset = withSessions(now)
  return {
    ...dataset,
    operators: dataset.operators.map((operator) =>
      operator.id === operatorId("manage2") ? { ...operator, allVenues: false, venueIds: [venues.V1.id] } : operator
    )
  }
}

layer(operatorLayer({ dataset: atV1 }))("invite links in the settings", (it) => {
  it.effect("INT-016: rotating a link returns its new token once, and the old one is dead", () =>
    Effect.gen(function* () {
      const key = { "idempotency-key": "rotated-once" }
      assert.strictEqual((yield* sendInvite(demoIds.inviteLinkTokens.V1)).status, 202)
      const first = yield* rotate(demoIds.venues.V1, key)
      const token = String(first.at("inviteLinkToken"))
      assert.match(token, /^lnk_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(first.body, { propertyId: demoIds.venues.V1, inviteLinkToken: token, tokenShown: false })
      assert.strictEqual((yield* sendInvite(demoIds.inviteLinkTokens.V1)).status, 404)
      assert.strictEqual((yield* sendInvite(token)).status, 202)

      const again = yield* rotate(demoIds.venues.V1, key)
      assert.deepStrictEqual([again.status, again.body], [200, { propertyId: demoIds.venues.V1, tokenShown: true }])
      assert.strictEqual((yield* sendInvite(token)).status, 202, "a replay rotates nothing")
      const { rows } = yield* Service.Service
      for (const row of yield* rows) assert.notInclude(row, token)
    })
  )

  it.effect("INT-016: an operator rotates links of venues within reach, else 404, and needs permission", () =>
    Effect.gen(function* () {
      const { V1, V2, W1 } = demoIds.venues
      assert.strictEqual((yield* rotate(V1, sessionOf("manage2"))).status, 200)
      for (const venue of [V2, W1, "nowhere"]) {
        assert.deepStrictEqual(statusAndCode(yield* rotate(venue, sessionOf("manage2"))), [404, "not_found"])
      }
      assert.strictEqual((yield* sendInvite(demoIds.inviteLinkTokens.V2)).status, 202)
      assert.strictEqual((yield* rotate(V2)).status, 200)
      assert.deepStrictEqual(statusAndCode(yield* rotate(V1, sessionOf("read"))), [403, "permission_denied"])
    })
  )
})
