import { DateTime, Effect, Equal, Option, Schema } from "effect"
import type { IntegrationId } from "../access/ApiKey.ts"
import { messagingPermissions } from "../access/hubPermissions.ts"
import { keeperByGrants, releaseOwned } from "../actions/releaseOwned.ts"
import { audit } from "../audit/audit.ts"
import { currentGrant } from "../messaging/currentGrant.ts"
import type { MessagingGrant } from "../messaging/MessagingGrant.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import { Workspaces } from "../messaging/Workspaces.ts"
import { WorkspaceMissing } from "../operators/OperatorErrors.ts"
import { NotFound } from "../shared/NotFound.ts"
import { IntegrationSettings } from "./IntegrationSettings.ts"
import { integrationGrantFields } from "./IntegrationView.ts"
import { lockIntegration } from "./lockIntegration.ts"
import { WidgetIntegration } from "./SettingsErrors.ts"
import { instantOrNull } from "../shared/Instant.ts"

/** The grant to set. */
export interface GrantChange {
  readonly scope: string
  /** `teamIds` are external ids of teams of the workspace. */
  readonly audience: { readonly workspace: boolean; readonly teamIds: ReadonlyArray<string> }
  readonly active: boolean
  readonly permissions: ReadonlyArray<(typeof messagingPermissions)[number]>
}

/** The resulting grant, and the consequences of the change. */
export const ChangedGrant = Schema.Struct({
  ...integrationGrantFields,
  releasedActions: Schema.Int.annotateKey({
    description: "Number of Actions of the integration that were released because no grant covers them any longer"
  })
}).annotate({ identifier: "ChangedGrant" })
export interface ChangedGrant extends Schema.Schema.Type<typeof ChangedGrant> {}

const teamsOf = Effect.fnUntraced(function* (workspaceId: WorkspaceId, xids: ReadonlyArray<string>) {
  const workspaces = yield* Workspaces
  const results = yield* Effect.forEach(xids, (xid) => workspaces.findTeam(workspaceId, xid), {
    concurrency: "unbounded"
  })
  const teams = results.flatMap((team) => (Option.isSome(team) ? [team.value] : []))
  if (teams.length < xids.length) return yield* new NotFound({ field: "audience.teamIds" })
  return teams.toSorted((a, b) => a.id - b.id)
})

type Granted = Pick<
  MessagingGrant,
  "permissions" | "audienceWorkspace" | "audienceTeamIds" | "active" | "deactivatedAt"
>

/**
 * Sets the grant of this workspace, ending those of others if it is newly active; returns the active grants and those
 * that it ended.
 */
const applyGrant = Effect.fnUntraced(function* (
  integrationId: IntegrationId,
  workspaceId: WorkspaceId,
  granted: Granted,
  { current, grants }: { readonly current: MessagingGrant | undefined; readonly grants: ReadonlyArray<MessagingGrant> },
  now: DateTime.Utc
) {
  const settings = yield* IntegrationSettings
  const elsewhere = grants.filter((grant) => grant.active && grant.workspaceId !== workspaceId)
  const ended = granted.active && current?.active !== true ? elsewhere : []
  for (const { id } of ended) yield* settings.updateGrant(integrationId, id, { active: false, deactivatedAt: now })
  yield* current === undefined
    ? settings.insertGrant({ integrationId, workspaceId, ...granted })
    : settings.updateGrant(integrationId, current.id, granted)
  const inForce = elsewhere.filter((grant) => !ended.includes(grant))
  return { inForce: [...inForce, ...(granted.active ? [{ workspaceId, ...granted }] : [])], ended }
})

/** A grant in the audit log; teams by row id. */
const audited = (
  scope: string,
  { active, audienceTeamIds, audienceWorkspace, permissions }: Omit<Granted, "deactivatedAt">
) => ({ scope, active, permissions, audience: { workspace: audienceWorkspace, teams: audienceTeamIds } })

/**
 * Sets the grant of an integration in a workspace, in the caller's transaction: creates, changes or ends it. Activating
 * a grant while another is active elsewhere moves it: the other ends. Owned Actions that no active grant covers
 * any longer are released (DOMAIN 3.1, A11).
 *
 * Lock order: the integration (which hand-offs to it lock for share), its grants, its Actions by id, counters.
 */
export const changeMessagingGrant = Effect.fnUntraced(function* (
  integrationXid: string,
  { active, audience, permissions, scope }: GrantChange,
  requestId: string
) {
  const settings = yield* IntegrationSettings
  const now = yield* DateTime.now
  const { id: integrationId, organizationId, origin } = yield* lockIntegration(integrationXid)
  if (origin === "widget") return yield* new WidgetIntegration()
  const workspaces = yield* Workspaces
  const workspace = yield* workspaces.find(organizationId, scope)
  if (Option.isNone(workspace) || workspace.value.status !== "active") return yield* new WorkspaceMissing()
  const workspaceId = workspace.value.id
  const teams = yield* teamsOf(workspaceId, [...new Set(audience.teamIds)])
  const grants = yield* settings.listGrants(integrationId)
  const current = currentGrant(grants.filter((grant) => grant.workspaceId === workspaceId))
  const granted: Granted = {
    permissions: messagingPermissions.filter((permission) => permissions.includes(permission)),
    audienceWorkspace: audience.workspace,
    audienceTeamIds: teams.map(({ id }) => id),
    active,
    deactivatedAt: active ? null : (current?.deactivatedAt ?? now)
  }
  const { ended, inForce } = yield* applyGrant(integrationId, workspaceId, granted, { current, grants }, now)
  const action = "messaging_grant.changed"
  const subject = `integration:${integrationXid}`
  for (const grant of ended) {
    const left = Option.getOrThrow(yield* workspaces.findById(organizationId, grant.workspaceId))
    const before = audited(left.xid, grant)
    yield* audit({ organizationId, action, subject, before, after: { ...before, active: false } })
  }
  const before = current === undefined ? null : audited(scope, current)
  const after = audited(scope, granted)
  if (!Equal.equals(before, after)) yield* audit({ organizationId, action, subject, before, after })
  const releasedActions = yield* releaseOwned(organizationId, [keeperByGrants(integrationId, inForce)], requestId)
  return {
    scope,
    audience: { workspace: audience.workspace, teamIds: teams.map(({ xid }) => xid) },
    active,
    permissions: granted.permissions,
    deactivatedAt: instantOrNull(granted.deactivatedAt),
    releasedActions
  } satisfies ChangedGrant
})
