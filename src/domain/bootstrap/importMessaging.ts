import { Effect, Option } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import { keeperByGrants } from "../actions/releaseOwned.ts"
import { currentGrant } from "../messaging/currentGrant.ts"
import type { MessagingGrant } from "../messaging/MessagingGrant.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { FileInvalid } from "../imports/FileInvalid.ts"
import { IntegrationSettings } from "../settings/IntegrationSettings.ts"
import { changedFields } from "../shared/changedFields.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import type { Import } from "./Import.ts"

type Workspaces = NonNullable<Bootstrap["workspaces"]>
type Integrations = NonNullable<Bootstrap["integrations"]>

export interface ImportedWorkspace {
  readonly id: WorkspaceId
  readonly teamIds: ReadonlyMap<string, number>
}

/** Imports the workspaces and their teams, identified by id; returns their row ids. */
export const importWorkspaces = Effect.fnUntraced(function* (
  { upsert, store }: Import,
  organizationId: OrganizationId,
  workspaces: Workspaces
) {
  const rows = store.of("workspaces")
  const teamRows = store.of("teams")
  const imported = new Map<string, ImportedWorkspace>()
  for (const [index, { id: xid, teams = [], ...wanted }] of workspaces.entries()) {
    const path = `workspaces[${index}]`
    const { id: workspaceId } = yield* upsert({
      kind: "workspace",
      table: "workspaces",
      path,
      key: xid,
      found: yield* rows.find({ organizationId, xid }),
      wanted,
      insert: rows.insertNumbered({ status: "active", ...wanted, organizationId, xid }),
      update: () => rows.update({ organizationId, xid }, wanted)
    })
    const teamIds = new Map<string, number>()
    for (const [at, { id: teamXid, name }] of teams.entries()) {
      const team = yield* upsert({
        kind: "team",
        table: "teams",
        path: `${path}.teams[${at}]`,
        key: `${xid}/${teamXid}`,
        found: yield* teamRows.find({ workspaceId, xid: teamXid }),
        wanted: { name },
        insert: teamRows.insertNumbered({ workspaceId, xid: teamXid, name }),
        update: () => teamRows.update({ workspaceId, xid: teamXid }, { name })
      })
      teamIds.set(teamXid, team.id)
    }
    imported.set(xid, { id: workspaceId, teamIds })
  }
  return imported
})

const wholeWorkspace = { audienceWorkspace: true, audienceTeamIds: [] } as const

/** The audience given in the file; an omitted one stays as it is. */
const audienceOf = (
  teams: ReadonlyArray<string> | null | undefined,
  { teamIds }: ImportedWorkspace
): Partial<Pick<MessagingGrant, "audienceWorkspace" | "audienceTeamIds">> => {
  if (teams === undefined) return {}
  return teams === null
    ? wholeWorkspace
    : { audienceWorkspace: false, audienceTeamIds: teams.flatMap((team) => teamIds.get(team) ?? []) }
}

/**
 * Imports the integrations, identified by id, and their grants, each for a whole workspace or some of its teams. A grant
 * that ended begins again; one for the integration of a widget is refused (DOMAIN 3.1). Returns the integrations
 * whose existing grants changed.
 */
export const importIntegrations = Effect.fnUntraced(function* (
  { upsert, store }: Import,
  organizationId: OrganizationId,
  workspaces: ReadonlyMap<string, ImportedWorkspace>,
  integrations: Integrations
) {
  const { findForUpdate } = yield* IntegrationSettings
  const rows = store.of("integrations")
  const grantRows = store.of("messagingGrants")
  const granted = new Set<IntegrationId>()
  for (const [index, { grants = [], id: xid, name }] of integrations.entries()) {
    const path = `integrations[${index}]`
    const { id: integrationId, origin } = yield* upsert({
      kind: "integration",
      table: "integrations",
      path,
      key: xid,
      // Locked even if unchanged, before its grants are read: an operator may be setting one of them.
      found: yield* findForUpdate(organizationId, xid),
      wanted: { name },
      insert: rows.insertNumbered({ organizationId, xid, name, origin: "settings" }),
      update: () => rows.update({ organizationId, xid }, { name })
    })
    if (origin === "widget" && grants.length > 0) {
      const message = "the integration was created by a widget, and cannot be granted anything"
      return yield* new FileInvalid({ problems: [{ path: `${path}.grants`, message }] })
    }
    for (const [at, { permissions, teams, workspace: scope }] of grants.entries()) {
      const workspace = workspaces.get(scope)
      if (workspace === undefined) return yield* Effect.die(new Error(`${scope} was not imported`))
      const pair = { integrationId, workspaceId: workspace.id }
      const wanted = { permissions, ...audienceOf(teams, workspace), active: true, deactivatedAt: null }
      const found = Option.fromUndefinedOr(currentGrant(yield* grantRows.list(pair, { by: ["id"] })))
      yield* upsert({
        kind: "grant",
        table: "messagingGrants",
        path: `${path}.grants[${at}]`,
        key: `${xid} in ${scope}`,
        found,
        wanted,
        insert: grantRows.insertNumbered({ ...pair, ...wholeWorkspace, ...wanted }),
        update: ({ id }) => grantRows.update({ integrationId, id }, wanted)
      })
      if (Option.exists(found, (grant) => changedFields(grant, wanted) !== undefined)) granted.add(integrationId)
    }
  }
  return [...granted]
})

/** An integration, and the Actions that its grants still cover (DOMAIN 3.1, A11). */
export const integrationKeeper = Effect.fnUntraced(function* ({ store }: Import, integrationId: IntegrationId) {
  const grants = yield* store.of("messagingGrants").list({ integrationId, active: true }, { by: ["id"] })
  return keeperByGrants(integrationId, grants)
})
