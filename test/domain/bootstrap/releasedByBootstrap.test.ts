import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { actionXid } from "../../../src/demo/demoActions.ts"
import { integrationIds, integrationXid } from "../../../src/demo/demoIntegrations.ts"
import { operatorId, operatorSubject } from "../../../src/demo/demoOperators.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { teamIds, workspaces as demoWorkspaces } from "../../../src/demo/demoWorkspaces.ts"
import { importBootstrap } from "../../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../../src/domain/bootstrap/readBootstrap.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { Atomic } from "../../../src/domain/shared/Atomic.ts"
import { bootstrapTwin } from "../../support/bootstrapTwin.ts"
import { twins } from "../../support/twins.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const organizationId = organizationIds.A
const [unowned60, unowned61, unowned62] = [actionXid("unowned60"), actionXid("unowned61"), actionXid("unowned62")]

/** `team` owns one Action of the workspace and one of the night team; `manage2` one of the workspace. */
const owner = (name: "team" | "manage2") =>
  ({
    state: "owned",
    ownerKind: "operator",
    ownerOperatorId: operatorId(name),
    claimedAt: demo.actions[0]?.createdAt ?? null
  }) as const

const dataset: Dataset = {
  ...demo,
  actions: demo.actions.map((action) => {
    if (action.xid === unowned60) return { ...action, ...owner("team") }
    if (action.xid === unowned61) {
      return { ...action, ...owner("team"), audienceKind: "team" as const, teamId: teamIds["team-night"] }
    }
    if (action.xid === actionXid("unowned63")) {
      const claimed = { state: "owned", ownerKind: "integration", ownerIntegrationId: integrationIds.team } as const
      return { ...action, ...claimed, claimedAt: action.createdAt }
    }
    return action.xid === unowned62 ? { ...action, ...owner("manage2") } : action
  })
}

const slug = demo.organizations.find(({ id }) => id === organizationId)?.slug ?? ""
const name = demo.organizations.find(({ id }) => id === organizationId)?.name ?? ""

const permissions = ["hub:guests:read", "hub:organizations:manage"]

const person = (subject: "team" | "manage2", change: object) => ({
  subject: operatorSubject(subject),
  name: "Operator",
  email: `operator-${subject}@example.com`,
  ...change
})

const run = Effect.fnUntraced(function* (rest: object) {
  const file = yield* readBootstrap({ organization: { slug, name }, ...rest })
  return yield* importBootstrap(file)
}, Effect.provide(SecureRandom.layerWebCrypto))

const workspaces = [
  {
    id: "ws-a-main",
    name: "Workspace ws-a-main",
    teams: [
      { id: "team-night", name: "Team team-night" },
      { id: "team-day", name: "Team team-day" }
    ]
  }
]

const stateOf = (xid: string) =>
  Effect.gen(function* () {
    const store = yield* RowStore
    const { ownerOperatorId, state, version } = Option.getOrThrow(
      yield* store.of("actions").find({ workspaceId: demoWorkspaces["ws-a-main"].id, xid })
    )
    return { state, version, ownerOperatorId }
  })

const teamsOf = (subject: "team" | "manage2") =>
  Effect.flatMap(RowStore, (store) =>
    Effect.map(store.of("teamMembers").list({ operatorId: operatorId(subject) }, { by: ["teamId"] }), (rows) =>
      rows.map(({ teamId }) => teamId)
    )
  )

/** Runs a test body and rolls its changes back. */
const undone = <E, R>(effect: Effect.Effect<void, E, R>) =>
  Atomic.use((atomic) => atomic.run(Effect.andThen(effect, Effect.fail("undone" as const)))).pipe(
    Effect.catch((error) => (error === "undone" ? Effect.void : Effect.die(error)))
  )

twins("importBootstrap, releasing Actions", bootstrapTwin, dataset, (it) => {
  it.effect("INT-016: replaces an operator's teams by those of the file, and keeps them if the file names none", () =>
    undone(
      Effect.gen(function* () {
        yield* run({ workspaces, operators: [person("team", {})] })
        assert.deepStrictEqual(yield* teamsOf("team"), [teamIds["team-night"]])
        assert.strictEqual((yield* stateOf(unowned61)).state, "owned")
        const report = yield* run({ workspaces, operators: [person("team", { teams: ["team-day", "team-night"] })] })
        assert.deepStrictEqual(yield* teamsOf("team"), [teamIds["team-night"], teamIds["team-day"]])
        assert.strictEqual(report.results.at(-1)?.outcome, "updated")
        const again = yield* run({ workspaces, operators: [person("team", { teams: ["team-night", "team-day"] })] })
        assert.strictEqual(again.results.at(-1)?.outcome, "unchanged")
        const newcomer = { ...person("team", {}), subject: "newcomer-of-a-team", teams: ["team-day"] }
        yield* run({ workspaces, operators: [newcomer] })
        const store = yield* RowStore
        const made = Option.getOrThrow(yield* store.of("operators").find({ identitySubject: newcomer.subject }))
        assert.deepStrictEqual(yield* store.of("teamMembers").list({ operatorId: made.id }, { by: ["teamId"] }), [
          { operatorId: made.id, teamId: teamIds["team-day"] }
        ])
      })
    )
  )

  it.effect("INT-016: an operator who leaves a team loses its Actions, and keeps the others", () =>
    undone(
      Effect.gen(function* () {
        const before = [yield* stateOf(unowned60), yield* stateOf(unowned61), yield* stateOf(unowned62)]
        yield* run({ workspaces, operators: [person("team", { teams: ["team-day"] })] })
        assert.deepStrictEqual(yield* stateOf(unowned61), {
          state: "unowned",
          ownerOperatorId: null,
          version: (before[1]?.version ?? 0) + 1
        })
        assert.deepStrictEqual([yield* stateOf(unowned60), yield* stateOf(unowned62)], [before[0], before[2]])
        const store = yield* RowStore
        const [entry] = yield* store
          .of("auditLog")
          .list({ organizationId }, { by: ["id"], isDescending: true, limit: 1 })
        assert.deepInclude(entry, { action: "action.released", subject: `action:${unowned61}` })
        assert.strictEqual(entry?.actor.kind, "system")
      })
    )
  )

  for (const [what, change] of [
    ["is deactivated", { status: "deactivated", permissions }],
    ["may no longer manage", { permissions: ["hub:guests:read"] }],
    ["may no longer read guests", { permissions: ["hub:organizations:manage"] }]
  ] as const) {
    it.effect(`INT-016: an operator who ${what} loses all of their Actions`, () =>
      undone(
        Effect.gen(function* () {
          yield* run({ workspaces, operators: [person("team", change)] })
          assert.strictEqual((yield* stateOf(unowned60)).state, "unowned")
          assert.strictEqual((yield* stateOf(unowned61)).state, "unowned")
          assert.strictEqual((yield* stateOf(unowned62)).state, "owned", "another operator's")
        })
      )
    )
  }

  it.effect(
    "INT-016: an integration whose grant narrows in the file loses the Actions that the grant no longer covers",
    () =>
      undone(
        Effect.gen(function* () {
          const held = Effect.gen(function* () {
            const store = yield* RowStore
            const workspaceId = demoWorkspaces["ws-a-main"].id
            const owned = yield* store.of("actions").list({ workspaceId, state: "owned" }, { by: ["id"] })
            return owned.flatMap(({ audienceKind, ownerIntegrationId, xid }) =>
              ownerIntegrationId === integrationIds.team ? [`${audienceKind} ${xid}`] : []
            )
          })
          const before = yield* held
          assert.isNotEmpty(before)
          const grant = { workspace: "ws-a-main", permissions: ["hub:api:actions:read"] }
          const integration = { id: integrationXid("team"), name: "Integration Team" }
          yield* run({ workspaces, integrations: [{ ...integration, grants: [grant] }] })
          assert.deepStrictEqual(yield* held, before, "an audience that is not named stays")
          yield* run({ workspaces, integrations: [{ ...integration, grants: [{ ...grant, teams: null }] }] })
          assert.deepStrictEqual(
            yield* held,
            before.filter((owned) => owned.startsWith("workspace"))
          )
          yield* run({ workspaces, integrations: [{ ...integration, grants: [{ ...grant, teams: ["team-day"] }] }] })
          assert.deepStrictEqual(yield* held, [])
          const { results } = yield* run({ workspaces, integrations: [{ ...integration, grants: [grant] }] })
          assert.strictEqual(results.at(-1)?.outcome, "unchanged", "the grant is not widened")
        })
      )
  )

  it.effect("A-166: a grant that ended begins again as the same row, and keeps the audience that is not named", () =>
    undone(
      Effect.gen(function* () {
        const store = yield* RowStore
        const rows = store.of("messagingGrants").list({ integrationId: integrationIds.grantOff }, { by: ["id"] })
        const before = yield* rows
        assert.deepStrictEqual(
          before.map(({ active }) => active),
          [false]
        )
        const grants = [{ workspace: "ws-a-main", permissions: ["hub:api:threads:read"] }]
        const integrations = [{ id: integrationXid("grantOff"), name: "Integration Grant off", grants }]
        const { results } = yield* run({ workspaces, integrations })
        assert.deepInclude(results.at(-1), { kind: "grant", outcome: "updated" })
        const begun = { permissions: ["hub:api:threads:read"], active: true, deactivatedAt: null }
        assert.deepStrictEqual(
          yield* rows,
          before.map((row) => ({ ...row, ...begun }))
        )
        assert.strictEqual((yield* run({ workspaces, integrations })).results.at(-1)?.outcome, "unchanged")
      })
    )
  )

  it.effect("HUB-082: refuses a grant for the integration of a widget", () =>
    Effect.gen(function* () {
      const widget = { id: integrationXid("widget"), name: "Integration Widget" }
      const grants = [{ workspace: "ws-a-main", permissions: ["hub:api:threads:read"] }]
      const { problems } = yield* Effect.flip(run({ workspaces, integrations: [{ ...widget, grants }] }))
      assert.deepStrictEqual(problems, [
        {
          path: "integrations[0].grants",
          message: "the integration was created by a widget, and cannot be granted anything"
        }
      ])
      yield* undone(Effect.asVoid(run({ workspaces, integrations: [{ ...widget, grants: [] }] })))
    })
  )

  it.effect("INT-016: refuses an operator's team that is unknown or exists in several workspaces", () =>
    Effect.gen(function* () {
      const second = { id: "ws-a-second", name: "Second", teams: [{ id: "team-night", name: "Night" }] }
      const refused = yield* Effect.flip(
        run({ workspaces: [...workspaces, second], operators: [person("team", { teams: ["team-night", "nobody"] })] })
      )
      assert.include(refused.message, "operators[0].teams")
      assert.include(refused.message, "several workspaces")
      assert.include(refused.message, "nobody")
    })
  )
})
