import { Context, type Effect, type Option } from "effect"
import type { Organization, OrganizationId } from "./Organization.ts"

/** The tenants. */
export class Organizations extends Context.Service<
  Organizations,
  {
    /** By external id. */
    readonly find: (xid: string) => Effect.Effect<Option.Option<Organization>>
    readonly findById: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>>
    readonly findBySlug: (slug: string) => Effect.Effect<Option.Option<Organization>>
    /** Locks the organization until the transaction ends; references to it do not wait. */
    readonly findBySlugForUpdate: (slug: string) => Effect.Effect<Option.Option<Organization>>
    /** By slug, at most `limit`: for administrative commands, which serve no tenant. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<Organization>>
    /** By an identity provider's id. */
    readonly findByIdentity: (provider: string, providerOrgId: string) => Effect.Effect<Option.Option<Organization>>
  }
>()("hub/domain/organizations/Organizations") {}
