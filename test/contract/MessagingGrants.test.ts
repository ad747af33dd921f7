import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { MessagingGrants } from "../../src/domain/messaging/MessagingGrants.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import * as MessagingGrantsLayer from "../../src/layers/repositories/MessagingGrantsLayer.ts"
import { messagingDataset } from "../support/datasets/messagingDataset.ts"
import { twins } from "../support/twins.ts"

const list = (integrationId: number) =>
  MessagingGrants.use((grants) => grants.listByIntegration(IntegrationId.make(integrationId)))

twins("MessagingGrants", MessagingGrantsLayer, messagingDataset, (it) => {
  it.effect(
    "HUB-026, HUB-034: returns every grant with its workspace, active or not, and none of another organization",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* list(1), [
          {
            workspace: { id: WorkspaceId.make(1), xid: "ws-1", status: "active" },
            permissions: ["hub:api:threads:read", "hub:api:actions:read"],
            audienceWorkspace: true,
            audienceTeamIds: [1],
            active: true,
            organizationActivated: true
          },
          {
            workspace: { id: WorkspaceId.make(2), xid: "ws-2", status: "active" },
            permissions: ["hub:api:actions:read"],
            audienceWorkspace: true,
            audienceTeamIds: [],
            active: false,
            organizationActivated: true
          },
          {
            workspace: { id: WorkspaceId.make(4), xid: "ws-4", status: "archived" },
            permissions: ["hub:api:actions:read"],
            audienceWorkspace: true,
            audienceTeamIds: [],
            active: true,
            organizationActivated: true
          }
        ])
      })
  )

  it.effect("HUB-034: organizationActivated is false when messaging is not activated", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* list(4)).map((grant) => [grant.workspace.xid, grant.organizationActivated, grant.audienceWorkspace]),
        [["ws-5", false, false]]
      )
    })
  )

  it.effect("HUB-082: returns an empty list for an integration without grants", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list(2), [])
      assert.deepStrictEqual(yield* list(999), [])
    })
  )
})
