import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { guestXid } from "../../src/demo/demoGuests.ts"
import { integrationXid } from "../../src/demo/demoIntegrations.ts"
import { operatorId, operatorSubject } from "../../src/demo/demoOperators.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { teamIds, workspaces } from "../../src/demo/demoWorkspaces.ts"
import { stays } from "../../src/demo/stays.ts"
import { OwnerCandidates } from "../../src/domain/actions/OwnerCandidates.ts"
import { Workspaces } from "../../src/domain/messaging/Workspaces.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as OwnerCandidatesLayer from "../../src/layers/repositories/OwnerCandidatesLayer.ts"
import * as WorkspacesLayer from "../../src/layers/repositories/WorkspacesLayer.ts"
import { twins } from "../support/twins.ts"

const { A, B } = organizationIds
const main = workspaces["ws-a-main"].id
const second = workspaces["ws-a-second"].id

const twin = {
  layerMemory: Layer.merge(WorkspacesLayer.layerMemory, OwnerCandidatesLayer.layerMemory),
  layerSql: Layer.merge(WorkspacesLayer.layerSql, OwnerCandidatesLayer.layerSql)
}

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const ofWidget = demo.integrations.find(({ xid }) => xid === integrationXid("widget"))

/** With a stored grant of a widget's integration, which has no messaging even so (HUB-082). */
const dataset = {
  ...demo,
  messagingGrants: [
    ...demo.messagingGrants,
    ...demo.messagingGrants
      .filter(({ active, workspaceId }) => active && workspaceId === main)
      .slice(0, 1)
      .map((grant) => ({ ...grant, id: 9001, integrationId: ofWidget?.id ?? assert.fail("no widget") }))
  ]
}

twins("Workspaces and owners", twin, dataset, (it) => {
  it.effect("INT-003, INT-011: finds a workspace and a guest by exact id, only in their own organization", () =>
    Effect.gen(function* () {
      const all = yield* Workspaces
      assert.strictEqual(Option.getOrThrow(yield* all.find(A, "ws-a-main")).id, main)
      for (const xid of ["ws-b-main", "WS-A-MAIN", "ws-a-mai", "nothing"]) {
        assert.isTrue(Option.isNone(yield* all.find(A, xid)), xid)
      }
      assert.isTrue(Option.isSome(yield* all.findGuest(A, guestXid("g1"))))
      assert.isTrue(Option.isNone(yield* all.findGuest(B, guestXid("g1"))))
      assert.isTrue(Option.isNone(yield* all.findGuest(A, guestXid("g_b"))))
    })
  )

  it.effect("INT-010: finds a team of a workspace, and lists the teams of an operator", () =>
    Effect.gen(function* () {
      const all = yield* Workspaces
      assert.strictEqual(Option.getOrThrow(yield* all.findTeam(main, "team-night")).id, teamIds["team-night"])
      assert.isTrue(Option.isNone(yield* all.findTeam(second, "team-night")))
      assert.deepStrictEqual(yield* all.listTeamIds(operatorId("team")), [teamIds["team-night"]])
      assert.deepStrictEqual(yield* all.listTeamIds(operatorId("manage")), [])
    })
  )

  it.effect("INT-014: hasReservation is true for the external id of a stay of the organization only", () =>
    Effect.gen(function* () {
      const all = yield* Workspaces
      const xid = stays.find(({ name }) => name === "open")?.externalId ?? assert.fail("the stay is not there")
      assert.isTrue(yield* all.hasReservation(A, xid))
      assert.isFalse(yield* all.hasReservation(B, xid))
      assert.isFalse(yield* all.hasReservation(A, "nothing"))
    })
  )

  it.effect("INT-014: finds operators of the organization and integrations with an active grant as owners", () =>
    Effect.gen(function* () {
      const all = yield* OwnerCandidates
      const inTurn = <X, E, R>(effect: Effect.Effect<X, E, R>) => atomically(effect)
      const read = ["hub:guests:read"]
      assert.deepStrictEqual(
        yield* inTurn(all.listOperators(A, [operatorSubject("team"), operatorSubject("read"), "nobody"])),
        [
          { id: operatorId("read"), xid: operatorSubject("read"), status: "active", permissions: read, teamIds: [] },
          {
            id: operatorId("team"),
            xid: operatorSubject("team"),
            status: "active",
            permissions: [...read, "hub:organizations:manage"],
            teamIds: [teamIds["team-night"]]
          }
        ]
      )
      for (const [organization, subject] of [
        [B, operatorSubject("team")],
        [A, operatorSubject("manage_b")],
        [A, "nobody"]
      ] as const) {
        assert.deepStrictEqual(yield* inTurn(all.listOperators(organization, [subject])), [], subject)
      }
      assert.deepInclude(Option.getOrThrow(yield* inTurn(all.findIntegration(A, main, integrationXid("night")))), {
        audienceWorkspace: false,
        audienceTeamIds: [teamIds["team-night"]]
      })
      for (const [organization, workspace, name] of [
        [A, main, "grantOff"],
        [A, main, "widget"],
        [A, second, "main"],
        [B, main, "main"],
        [A, main, "organizationB"]
      ] as const) {
        assert.isTrue(
          Option.isNone(yield* inTurn(all.findIntegration(organization, workspace, integrationXid(name)))),
          name
        )
      }
    })
  )
})
