import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { ApiKey, Integration, type IntegrationId } from "../access/ApiKey.ts"
import { MessagingGrant } from "../messaging/MessagingGrant.ts"
import { Workspace } from "../messaging/Workspace.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Instant } from "../shared/Instant.ts"

/** Maximum number of keys listed per integration. */
export const maxKeysListed = 100

/** A key without its secret and its hash; `id` is the external id. */
export const KeySummary = Schema.Struct({
  id: ApiKey.fields.xid,
  integrationId: Integration.fields.id,
  name: ApiKey.fields.name,
  origin: ApiKey.fields.origin,
  prefix: ApiKey.fields.prefix,
  lastFour: ApiKey.fields.lastFour,
  permissions: ApiKey.fields.permissions,
  createdAt: Instant,
  expiresAt: Schema.NullOr(Instant),
  revokedAt: Schema.NullOr(Instant),
  lastUsedAt: Schema.NullOr(Instant)
})
export type KeySummary = typeof KeySummary.Type

/** The grant of an integration in one workspace; `teamXids` are external ids. */
export const GrantSummary = Schema.Struct({
  integrationId: Integration.fields.id,
  scope: Workspace.fields.xid,
  permissions: MessagingGrant.fields.permissions,
  audienceWorkspace: MessagingGrant.fields.audienceWorkspace,
  teamXids: Schema.Array(Schema.String),
  active: MessagingGrant.fields.active,
  deactivatedAt: Schema.NullOr(Instant)
})
export type GrantSummary = typeof GrantSummary.Type

/** The integrations of an organization with their keys and grants, as operators see them. */
export interface IntegrationOverview {
  /** Oldest first. */
  readonly integrations: ReadonlyArray<Integration>
  /** Newest first; the newest `maxKeysListed` of each integration. */
  readonly keys: ReadonlyArray<KeySummary>
  /** Oldest first; one per integration and workspace: the active one, else the newest. */
  readonly grants: ReadonlyArray<GrantSummary>
}

/** The integrations of organizations as operators manage them (INT-016). */
export class IntegrationSettings extends Context.Service<
  IntegrationSettings,
  {
    readonly list: (organizationId: OrganizationId) => Effect.Effect<IntegrationOverview>
    /**
     * The number of integrations of the organization, locked until the transaction ends: other counts of them wait, so
     * that a limit holds in a race.
     */
    readonly countForUpdate: (organizationId: OrganizationId) => Effect.Effect<number>
    readonly insert: (integration: Omit<Integration, "id">) => Effect.Effect<Integration>
    /**
     * By external id, locked until the transaction ends: hand-offs of Actions to the integration (`OwnerCandidates`)
     * and other changes of its keys and grants wait.
     */
    readonly findForUpdate: (organizationId: OrganizationId, xid: string) => Effect.Effect<Option.Option<Integration>>
    /** The number of keys of the integration that are neither expired nor revoked at `at`. */
    readonly countCurrentKeys: (
      organizationId: OrganizationId,
      integrationId: IntegrationId,
      at: DateTime.Utc
    ) => Effect.Effect<number>
    /** Every grant of the integration, active or not, by id. */
    readonly listGrants: (integrationId: IntegrationId) => Effect.Effect<ReadonlyArray<MessagingGrant>>
    readonly insertGrant: (grant: Omit<MessagingGrant, "id">) => Effect.Effect<void>
    readonly updateGrant: (
      integrationId: IntegrationId,
      id: number,
      change: Partial<Omit<MessagingGrant, "id" | "integrationId" | "workspaceId">>
    ) => Effect.Effect<void>
  }
>()("hub/domain/settings/IntegrationSettings") {}
