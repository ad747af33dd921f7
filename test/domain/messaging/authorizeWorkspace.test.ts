import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { IntegrationId } from "../../../src/domain/access/ApiKey.ts"
import type { HubCallerShape } from "../../../src/domain/access/HubCaller.ts"
import { PermissionMissing } from "../../../src/domain/access/requirePermissions.ts"
import { audienceCovers } from "../../../src/domain/messaging/audienceCovers.ts"
import { authorizeWorkspace } from "../../../src/domain/messaging/authorizeWorkspace.ts"
import { GrantInactive, GrantRequired, WorkspaceNotGranted } from "../../../src/domain/messaging/MessagingErrors.ts"
import type { IntegrationGrant } from "../../../src/domain/messaging/MessagingGrant.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"

const integration: HubCallerShape["integration"] = {
  id: IntegrationId.make(1),
  xid: "integration-1",
  origin: "settings"
}

const grant = (xid: string, change: Partial<IntegrationGrant> = {}): IntegrationGrant => ({
  workspace: { id: WorkspaceId.make(1), xid, status: "active" },
  permissions: ["read"],
  audienceWorkspace: true,
  audienceTeamIds: [],
  active: true,
  organizationActivated: true,
  ...change
})

const archived = { workspace: { id: WorkspaceId.make(1), xid: "ws", status: "archived" } } as const
const ended = { active: false }
const deactivated = Result.fail(new GrantInactive({ reason: "grant_deactivated" }))
const notActivated = Result.fail(new GrantInactive({ reason: "organization_not_activated" }))
const notGranted = Result.fail(new WorkspaceNotGranted())

const decide = (grants: ReadonlyArray<IntegrationGrant>, scope = "ws", permission = "read", of = integration) =>
  authorizeWorkspace(grants, of, scope, permission)

describe("authorizeWorkspace", () => {
  it("HUB-034: returns the active grant of exactly this workspace", () => {
    const [first, second] = [grant("ws"), grant("ws-2", { permissions: ["read", "write"] })]
    assert.deepStrictEqual(decide([first, second]), Result.succeed(first))
    assert.deepStrictEqual(decide([first, second], "ws-2"), Result.succeed(second))
    assert.deepStrictEqual(decide([grant("ws", ended), first]), Result.succeed(first))
  })

  it("HUB-082: requires a grant, and accepts none of a widget's integration", () => {
    assert.deepStrictEqual(decide([]), Result.fail(new GrantRequired()))
    const widget = { ...integration, origin: "widget" } as const
    assert.deepStrictEqual(decide([grant("ws")], "ws", "read", widget), Result.fail(new GrantRequired()))
  })

  it("HUB-026: refuses a scope never granted and an archived workspace in the same way", () => {
    for (const scope of ["WS", "w", "ws ", "ws-2", "", "nonexistent"]) {
      assert.deepStrictEqual(decide([grant("ws")], scope), notGranted)
    }
    assert.deepStrictEqual(decide([grant("ws", archived)]), notGranted)
  })

  it("HUB-034: reports a deactivated grant, also for another scope while no grant is active", () => {
    assert.deepStrictEqual(decide([grant("ws", ended)]), deactivated)
    assert.deepStrictEqual(decide([grant("ws", ended)], "anywhere"), deactivated)
    assert.deepStrictEqual(decide([grant("ws", ended), grant("ws-2")]), deactivated)
    assert.deepStrictEqual(decide([grant("ws", ended), grant("ws-2")], "ws-3"), notGranted)
  })

  it("HUB-034: requires messaging to be activated for the organization", () => {
    assert.deepStrictEqual(decide([grant("ws", { organizationActivated: false })]), notActivated)
    assert.deepStrictEqual(decide([grant("ws", { organizationActivated: false })], "ws-2"), notGranted)
  })

  it("HUB-081: requires the permission in the grant of this workspace", () => {
    const missing = Result.fail(new PermissionMissing({ requiredPermissions: ["write"] }))
    assert.deepStrictEqual(decide([grant("ws")], "ws", "write"), missing)
    assert.deepStrictEqual(decide([grant("ws"), grant("ws-2", { permissions: ["write"] })], "ws", "write"), missing)
  })
})

describe("audienceCovers", () => {
  const toWorkspace = { audienceKind: "workspace", teamId: null } as const
  const toTeam = { audienceKind: "team", teamId: 7 } as const

  it("HUB-037: covers the workspace and each team separately", () => {
    const workspace = { audienceWorkspace: true, audienceTeamIds: [] }
    const team = { audienceWorkspace: false, audienceTeamIds: [7] }
    const other = { audienceWorkspace: true, audienceTeamIds: [8] }
    assert.deepStrictEqual(
      [workspace, team, other].map((one) => [audienceCovers(one, toWorkspace), audienceCovers(one, toTeam)]),
      [
        [true, false],
        [false, true],
        [true, false]
      ]
    )
    assert.isFalse(audienceCovers(other, { audienceKind: "team", teamId: null }))
  })
})
