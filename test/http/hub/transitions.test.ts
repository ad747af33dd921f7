import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { PermissionMissing } from "../../../src/domain/access/requirePermissions.ts"
import {
  ActionAlreadyOwned,
  ActionClosed,
  ActionMissing,
  ActionNotOwned,
  VersionConflict
} from "../../../src/domain/actions/ActionErrors.ts"
import { hubClient, using } from "../../support/http/clients.ts"
import * as Messaging from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const { actionId, keyHeader, cancel, claim, finish, freshKey, messaging, poll, read, refused, send, transition, walk } =
  Messaging

/** One Action as a key reads it. */
const actionOf = Effect.fnUntraced(function* (name: string, key: Messaging.KeyName = "KH_team") {
  const query = { scope: "ws-a-main", view: "actions", id: actionId(name), after: 0 } as const
  const page = yield* hubClient.messaging.readMessaging({ query }).pipe(using(keyHeader(key)))
  return (page.view === "actions" ? page.items[0] : undefined) ?? assert.fail(`no Action ${name}`)
})

/** The fields of an Action that a refused command must not change. */
const snapshotOf = Effect.fnUntraced(function* (name: string) {
  const { evidence, owner, state, updatedAt, version } = yield* actionOf(name)
  return { state, version, owner, updatedAt, evidence }
})

/** The typed failure of a command that must be refused. */
const refusal = (key: Messaging.KeyName, command: Parameters<typeof transition>[1]) =>
  Effect.flip(transition(key, command))

layer(Messaging.layer())("transitionAction", (it) => {
  it.effect("HUB-065, HUB-074, HUB-075, HUB-077: claim makes the integration the owner, with a receipt", () =>
    Effect.gen(function* () {
      const key = freshKey()
      const answer = yield* send("KH_all", claim("unowned1"), {
        headers: { "idempotency-key": key, "x-request-id": "it-claim-1" }
      })
      assert.strictEqual(answer.status, 200, answer.text)
      const occurredAt = String(answer.at("transition.occurredAt"))
      const receiptId = String(answer.at("receipt.id"))
      assert.deepStrictEqual(answer.body, {
        transition: {
          actionId: actionId("unowned1"),
          type: "claim",
          fromState: "unowned",
          toState: "owned",
          expectedVersion: 1,
          occurredAt,
          evidenceRecorded: false
        },
        receipt: { id: receiptId, idempotencyKey: key, requestId: "it-claim-1", recordedAt: occurredAt }
      })
      assert.match(receiptId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
      assert.match(occurredAt, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
      assert.notMatch(answer.text, /"(version|newVersion|resultingVersion)"/)
      const action = yield* actionOf("unowned1", "KH_all")
      assert.deepStrictEqual([action.state, action.version, action.owner?.isSelf], ["owned", 2, true])
      assert.deepStrictEqual([action.claimedAt, action.updatedAt], [occurredAt, occurredAt])
      refused(yield* send("KH_all", claim("unowned1", 2)), 409, "action_already_owned")
      assert.instanceOf(yield* refusal("KH_all", claim("unowned1", 2)), ActionAlreadyOwned)
    })
  )

  it.effect("HUB-060, HUB-066: finish closes the integration's own Action and stores the evidence verbatim", () =>
    Effect.gen(function* () {
      const evidence = `  Ünïcödé \u{1F3E8}\n"quoted" \\ `.padEnd(4000, "x")
      yield* transition("KH_all", claim("unowned2"))
      const done = yield* transition("KH_all", finish("unowned2", 2, evidence))
      assert.isTrue(done.transition.evidenceRecorded)
      const action = yield* actionOf("unowned2", "KH_all")
      assert.deepStrictEqual(
        [action.state, action.version, action.evidence, action.owner?.isSelf],
        ["finished", 3, evidence, true]
      )
      assert.strictEqual(action.finishedAt, done.transition.occurredAt)
      for (const command of [finish("unowned2", 3), cancel("unowned2", 3), claim("unowned2", 3)]) {
        refused(yield* send("KH_all", command), 409, "action_closed")
        assert.instanceOf(yield* refusal("KH_all", command), ActionClosed)
      }
    })
  )

  it.effect("HUB-060: evidence is optional, and null counts as none", () =>
    Effect.gen(function* () {
      for (const [name, body] of [
        ["unowned3", {}],
        ["unowned4", { evidence: null }]
      ] as const) {
        yield* transition("KH_all", { ...claim(name), ...body })
        const finished = yield* transition("KH_all", { ...finish(name, 2), ...body })
        assert.isFalse(finished.transition.evidenceRecorded)
        assert.isNull((yield* actionOf(name)).evidence)
      }
    })
  )

  it.effect("HUB-067, HUB-077: cancel_action cancels the integration's own Action for good", () =>
    Effect.gen(function* () {
      yield* transition("KH_all", claim("unowned5"))
      const cancelled = yield* transition("KH_all", cancel("unowned5", 2))
      assert.strictEqual(cancelled.transition.toState, "cancelled")
      const action = yield* actionOf("unowned5", "KH_all")
      assert.deepStrictEqual([action.state, action.version, action.finishedAt], ["cancelled", 3, null])
      assert.strictEqual(action.cancelledAt, cancelled.transition.occurredAt)
      for (const command of [finish("unowned5", 3), cancel("unowned5", 3), claim("unowned5", 3)]) {
        assert.instanceOf(yield* refusal("KH_all", command), ActionClosed)
      }
    })
  )

  it.effect("HUB-065, HUB-066, HUB-067: only unowned Actions can be claimed, only own ones finished or cancelled", () =>
    Effect.gen(function* () {
      for (const name of ["ownedByOther1", "ownedByOperator", "ownedByMain1"]) {
        const before = yield* snapshotOf(name)
        assert.instanceOf(yield* refusal("KH_all", claim(name, 2)), ActionAlreadyOwned)
        if (name === "ownedByMain1") continue
        assert.instanceOf(yield* refusal("KH_all", finish(name, 2, "evidence")), ActionNotOwned)
        assert.instanceOf(yield* refusal("KH_all", cancel(name, 2)), ActionNotOwned)
        assert.deepStrictEqual(yield* snapshotOf(name), before)
      }
      refused(yield* send("KH_all", finish("unowned6", 1)), 409, "action_not_owned")
      refused(yield* send("KH_all", cancel("unowned6", 1)), 409, "action_not_owned")
      for (const name of ["finishedByOther", "finishedByOperator", "cancelledUnowned"]) {
        assert.instanceOf(yield* refusal("KH_all", claim(name, 3)), ActionClosed)
      }
    })
  )

  it.effect("HUB-068: a wrong expectedVersion is 409, changes nothing and leaves the key free", () =>
    Effect.gen(function* () {
      const before = yield* snapshotOf("ownedByMain2")
      const feed = yield* poll("KH_all")
      const key = { headers: { "idempotency-key": freshKey() } }
      for (const version of [1, 3]) {
        refused(yield* send("KH_all", finish("ownedByMain2", version), key), 409, "version_conflict")
        assert.instanceOf(yield* refusal("KH_all", cancel("ownedByMain2", version)), VersionConflict)
      }
      assert.instanceOf(yield* refusal("KH_all", claim("unowned7", 2)), VersionConflict)
      assert.deepStrictEqual(yield* snapshotOf("ownedByMain2"), before)
      assert.deepStrictEqual((yield* poll("KH_all")).events, feed.events)
      assert.strictEqual((yield* send("KH_all", finish("ownedByMain2", 2), key)).status, 200)
    })
  )

  it.effect("HUB-050, HUB-077: every move is one event of its kind, by the integration, with the new version", () =>
    Effect.gen(function* () {
      const { next } = yield* poll("KH_all")
      yield* transition("KH_all", claim("unowned8"))
      yield* transition("KH_all", finish("unowned8", 2))
      yield* transition("KH_other", claim("unowned9"))
      yield* transition("KH_other", cancel("unowned9", 2))
      const { events } = yield* poll("KH_all", next)
      const main = (yield* actionOf("unowned8")).owner?.id
      const other = (yield* actionOf("unowned9")).owner?.id
      const fields = ["sequence", "kind", "resource.id", "resourceVersion", "actor.kind", "actor.id"]
      assert.deepStrictEqual(
        events.map((event) => fields.map((field) => Service.at(event, field))),
        [
          [next + 1, "action.claimed", actionId("unowned8"), 2, "integration", main],
          [next + 2, "action.finished", actionId("unowned8"), 3, "integration", main],
          [next + 3, "action.claimed", actionId("unowned9"), 2, "integration", other],
          [next + 4, "action.cancelled", actionId("unowned9"), 3, "integration", other]
        ]
      )
    })
  )

  it.effect("HUB-037, HUB-058: an unknown Action and one of another workspace or team get the same 404", () =>
    Effect.gen(function* () {
      const bodies = []
      for (const id of ["unknown", ...["orgB1", "secondWorkspace1", "teamNight5"].map(actionId)]) {
        for (const type of ["claim", "finish", "cancel_action"]) {
          bodies.push(refused(yield* send("KH_all", { type, id, expectedVersion: 2 }), 404, "not_found"))
        }
      }
      for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
      assert.instanceOf(yield* refusal("KH_all", claim("teamNight5", 2)), ActionMissing)
      yield* transition("KH_team", claim("teamNight5", 2))
    })
  )

  it.effect("HUB-061, HUB-062, HUB-063: each command needs its own permission", () =>
    Effect.gen(function* () {
      const commands = {
        KH_no_claim: claim("unowned10"),
        KH_no_complete: finish("ownedByMain3", 2),
        KH_no_cancel: cancel("ownedByMain3", 2)
      }
      const needed = ["hub:api:actions:claim", "hub:api:actions:complete", "hub:api:actions:cancel"]
      const before = [yield* snapshotOf("unowned10"), yield* snapshotOf("ownedByMain3")]
      for (const [index, key] of (["KH_no_claim", "KH_no_complete", "KH_no_cancel"] as const).entries()) {
        const answer = yield* send(key, commands[key])
        refused(answer, 403, "permission_denied")
        const requiredPermissions = [needed[index] ?? ""]
        assert.deepStrictEqual(answer.each("details.requiredPermissions"), requiredPermissions)
        assert.deepStrictEqual(yield* refusal(key, commands[key]), new PermissionMissing({ requiredPermissions }))
      }
      assert.deepStrictEqual([yield* snapshotOf("unowned10"), yield* snapshotOf("ownedByMain3")], before)
      yield* transition("KH_no_cancel", claim("unowned10"))
      yield* transition("KH_no_claim", finish("unowned10", 2))
      yield* transition("KH_no_complete", cancel("ownedByMain3", 2))
    })
  )

  it.effect(
    "HUB-064, HUB-081, HUB-082: a command needs an active grant for it and its workspace, but no read permission",
    () =>
      Effect.gen(function* () {
        yield* transition("KH_claim_only", claim("unowned11"))
        refused(yield* read("KH_claim_only"), 403, "permission_denied")
        refused(yield* send("KH_widget", claim("unowned12")), 403, "grant_required")
        refused(yield* send("KH_grant_off", claim("unowned12")), 403, "grant_inactive")
        refused(yield* send("KH_narrow", claim("unowned12")), 403, "permission_denied")
        const organization = yield* send("KH_E", claim("unowned12"), { query: "?scope=ws-e-main" })
        refused(organization, 403, "grant_inactive")
        assert.strictEqual(organization.at("details.reason"), "organization_not_activated")
        const bodies = []
        for (const scope of ["ws-a-second", "ws-b-main", "WS-A-MAIN", "nonexistent"]) {
          bodies.push(
            refused(
              yield* send("KH_all", claim("unowned12"), { query: `?scope=${scope}` }),
              403,
              "workspace_not_granted"
            )
          )
        }
        for (const body of bodies) assert.deepStrictEqual(body, bodies[0])
        refused(yield* send("KH_B", claim("unowned12"), { query: "?scope=ws-b-main" }), 404, "not_found")
        assert.strictEqual((yield* actionOf("unowned12")).state, "unowned")
      })
  )

  it.effect("HUB-004: claiming, finishing and cancelling write nothing to the guest's thread", () =>
    Effect.gen(function* () {
      const thread = { view: "thread", guest: demoIds.guests.g1 }
      const before = (yield* walk("KH_team", thread)).map((page) => page.text)
      yield* transition("KH_all", claim("unowned13"))
      yield* transition("KH_all", finish("unowned13", 2, "Told the guest"))
      yield* transition("KH_all", claim("unowned17"))
      yield* transition("KH_all", cancel("unowned17", 2))
      assert.deepStrictEqual(
        (yield* walk("KH_team", thread)).map((page) => page.text),
        before
      )
    })
  )

  it.effect("HUB-076: checks the credential, then syntax, permission, the grant and the Action", () =>
    Effect.gen(function* () {
      refused(yield* send("KH_brands", claim("unowned14", 0)), 400, "invalid_body")
      refused(
        yield* send("KH_brands", claim("unowned14"), { headers: { "idempotency-key": "short" } }),
        400,
        "invalid_idempotency_key"
      )
      refused(yield* send("KH_brands", claim("unowned14"), { query: "?scope=nonexistent" }), 403, "permission_denied")
      refused(
        yield* send("KH_all", { type: "claim", id: "unknown", expectedVersion: 1 }, { query: "?scope=nonexistent" }),
        403,
        "workspace_not_granted"
      )
      const { call } = yield* Service.Service
      const none = yield* call("POST", `${messaging}?scope=-`, {
        headers: { "x-api-key": keyHeader("KH_all").authorization },
        body: "{"
      })
      refused(none, 401, "missing_credential")
    })
  )
})
