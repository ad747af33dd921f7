import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { hubKeyXid } from "../../src/demo/demoHubKeys.ts"
import { integrationIds, integrationXid } from "../../src/demo/demoIntegrations.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { teamIds, workspaces } from "../../src/demo/demoWorkspaces.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { IntegrationSettings, maxKeysListed } from "../../src/domain/settings/IntegrationSettings.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as IntegrationSettingsLayer from "../../src/layers/repositories/IntegrationSettingsLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

/** `narrow` has a key of its own and 120 more: 40 current ones, 40 that expire now and 40 that were revoked. */
const dataset: Dataset = {
  ...demo,
  apiKeys: [
    ...demo.apiKeys,
    ...demo.apiKeys
      .filter(({ integrationId }) => integrationId === integrationIds.narrow)
      .flatMap((key) =>
        many(120).map((index) => ({
          ...key,
          ...[{}, { expiresAt: now }, { revokedAt: now }][index % 3],
          id: 7000 + index,
          xid: `key-${index}`,
          secretHash: String(index).padStart(64, "0")
        }))
      )
  ],
  // One workspace has an active grant and a newer ended one; another has two ended ones.
  messagingGrants: [
    ...demo.messagingGrants,
    ...[
      { id: 901, workspaceId: workspaces["ws-a-main"].id, active: true },
      { id: 902, workspaceId: workspaces["ws-a-main"].id, active: false },
      { id: 903, workspaceId: workspaces["ws-a-second"].id, active: false },
      { id: 904, workspaceId: workspaces["ws-a-second"].id, active: false }
    ].map((grant) => ({
      ...grant,
      integrationId: integrationIds.brands,
      permissions: [`of ${grant.id}`],
      audienceWorkspace: grant.id === 904,
      audienceTeamIds: grant.id === 901 ? [teamIds["team-day"], teamIds["team-night"]] : [],
      deactivatedAt: grant.active ? null : now
    }))
  ]
}

twins("IntegrationSettings", IntegrationSettingsLayer, dataset, (it) => {
  it.effect(
    "INT-016: lists the integrations of one organization, oldest first, with the newest of their hub keys",
    () =>
      Effect.gen(function* () {
        const { list } = yield* IntegrationSettings
        const { integrations, keys } = yield* list(organizationIds.A)
        assert.deepStrictEqual(
          integrations.map(({ id }) => id),
          [201, 202, 203, 204, 205, 206, 207, 208, 209]
        )
        const narrow = keys.filter(({ integrationId }) => integrationId === integrationIds.narrow)
        assert.lengthOf(narrow, maxKeysListed)
        assert.deepStrictEqual([narrow[0]?.id, narrow.at(-1)?.id], ["key-119", "key-20"])
        const widget = keys.filter(({ integrationId }) => integrationId === integrationIds.widget)
        const stored = demo.apiKeys.find(({ xid }) => xid === hubKeyXid("KH_widget"))
        assert.deepStrictEqual(widget, [
          {
            id: hubKeyXid("KH_widget"),
            integrationId: integrationIds.widget,
            name: "KH_widget",
            origin: "widget",
            prefix: stored?.prefix ?? "",
            lastFour: stored?.lastFour ?? "",
            permissions: stored?.permissions ?? [],
            createdAt: DateTime.formatIso(DateTime.subtract(now, { days: 60 })),
            expiresAt: null,
            revokedAt: null,
            lastUsedAt: null
          }
        ])
        const ofB = yield* list(organizationIds.B)
        assert.deepStrictEqual(
          [ofB.integrations.map(({ id }) => id), ofB.keys.map(({ id }) => id), ofB.grants.map(({ scope }) => scope)],
          [[integrationIds.organizationB], [hubKeyXid("KH_B")], ["ws-b-main"]]
        )
      })
  )

  it.effect("INT-016: lists the active grant of each workspace, else the newest", () =>
    Effect.gen(function* () {
      const { grants } = yield* IntegrationSettings.use(({ list }) => list(organizationIds.A))
      const ofBrands = grants.filter(({ integrationId }) => integrationId === integrationIds.brands)
      assert.deepStrictEqual(ofBrands, [
        {
          integrationId: integrationIds.brands,
          scope: "ws-a-main",
          permissions: ["of 901"],
          audienceWorkspace: false,
          teamXids: ["team-night", "team-day"],
          active: true,
          deactivatedAt: null
        },
        {
          integrationId: integrationIds.brands,
          scope: "ws-a-second",
          permissions: ["of 904"],
          audienceWorkspace: true,
          teamXids: [],
          active: false,
          deactivatedAt: DateTime.formatIso(now)
        }
      ])
    })
  )

  it.effect("INT-016: counts the keys that have neither expired nor been revoked", () =>
    Effect.gen(function* () {
      const { countCurrentKeys } = yield* IntegrationSettings
      const { A, B } = organizationIds
      assert.strictEqual(yield* countCurrentKeys(A, integrationIds.narrow, now), 41)
      assert.strictEqual(
        yield* countCurrentKeys(A, integrationIds.narrow, DateTime.subtract(now, { milliseconds: 1 })),
        81
      )
      assert.strictEqual(yield* countCurrentKeys(B, integrationIds.narrow, now), 0)
    })
  )

  it.effect("INT-016: counts the integrations of one organization", () =>
    Effect.gen(function* () {
      const { countForUpdate, insert } = yield* IntegrationSettings
      const { A, B } = organizationIds
      yield* insert({ organizationId: B, xid: "counted", name: "Counted", origin: "settings" })
      const counts = [yield* atomically(countForUpdate(A)), yield* atomically(countForUpdate(B))]
      assert.deepStrictEqual(counts, [9, 2])
    })
  )

  it.effect("INT-016, INT-011: inserts an integration, and finds it only in its own organization", () =>
    Effect.gen(function* () {
      const { findForUpdate, insert } = yield* IntegrationSettings
      const { A, B } = organizationIds
      const find = (organizationId: typeof A, xid: string) => atomically(findForUpdate(organizationId, xid))
      const found = Option.getOrThrow(yield* find(A, integrationXid("main")))
      assert.deepStrictEqual(
        found,
        demo.integrations.find(({ id }) => id === integrationIds.main)
      )
      assert.deepStrictEqual(yield* find(B, integrationXid("main")), Option.none())
      assert.deepStrictEqual(yield* find(A, "unknown"), Option.none())
      const made = yield* insert({ organizationId: B, xid: "new", name: "New", origin: "settings" })
      assert.deepStrictEqual(yield* find(B, "new"), Option.some(made))
    })
  )

  it.effect("INT-016: lists grants by id, inserts one, and updates it only under its own integration", () =>
    Effect.gen(function* () {
      const { insertGrant, listGrants, updateGrant } = yield* IntegrationSettings
      const { brands, widget } = integrationIds
      const ids = (yield* listGrants(brands)).map(({ id }) => id)
      assert.deepStrictEqual(ids, [901, 902, 903, 904])
      const grant = {
        integrationId: widget,
        workspaceId: workspaces["ws-a-main"].id,
        permissions: ["hub:api:actions:read"],
        audienceWorkspace: true,
        audienceTeamIds: [teamIds["team-day"]],
        active: true,
        deactivatedAt: null
      }
      yield* insertGrant(grant)
      const [made] = yield* listGrants(widget)
      assert.deepInclude(made, grant)
      yield* updateGrant(widget, made?.id ?? 0, { active: false, deactivatedAt: now })
      yield* updateGrant(brands, made?.id ?? 0, { permissions: [] })
      assert.deepStrictEqual(yield* listGrants(widget), [
        { ...grant, id: made?.id ?? 0, active: false, deactivatedAt: now }
      ])
    })
  )
})
