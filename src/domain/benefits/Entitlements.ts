import { Context, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Change, Unnumbered } from "../dataset/Rows.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { ProgramId, TierId } from "../programs/Program.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { Entitlement } from "./Benefit.ts"
import type { BenefitKey } from "./Benefits.ts"
import type { EntitlementView } from "./EntitlementView.ts"

/** Which entitlements to list; ids are external, and `venueId` selects those that apply at the venue. */
export interface EntitlementsQuery {
  readonly reach: Reach
  readonly programId: string | undefined
  readonly tierId: string | undefined
  readonly benefitId: string | undefined
  readonly venueId: VenueId | undefined
  readonly limit: number
  readonly offset: number
}

/** An entitlement of the organizations within reach, by its external id. */
export interface EntitlementLocator {
  readonly reach: Reach
  readonly entitlementId: string
}

/** An entitlement by its internal id. */
export interface EntitlementKey {
  readonly organizationId: OrganizationId
  readonly id: number
}

/**
 * The entitlements of tiers to benefits, readable to every caller of the organization, with venues cut to the reach
 * (DOMAIN 1.7). Those of archived benefits stay listed until they are withdrawn.
 */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** In order of creation. */
    readonly list: (query: EntitlementsQuery) => Effect.Effect<Page<EntitlementView>>
    readonly get: (locator: EntitlementLocator) => Effect.Effect<EntitlementView, NotFound>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (locator: EntitlementLocator) => Effect.Effect<Entitlement, NotFound>
    /** The first active entitlement of any tier to a benefit. */
    readonly findActive: (benefit: BenefitKey) => Effect.Effect<Option.Option<Entitlement>>
    /**
     * A program and its tier by external ids; undefined for one that is missing, including a tier of another program.
     * Locks the program, whose tiers stay as they are until the transaction ends (DOMAIN 8.3).
     */
    readonly findTier: (of: {
      readonly organizationId: OrganizationId
      readonly programId: string
      readonly tierId: string
    }) => Effect.Effect<{ readonly programId: ProgramId | undefined; readonly tierId: TierId | undefined }>
    /**
     * Fails with `DuplicateResource` if the tier has another active entitlement to the benefit, with `NotFound` if the
     * tier has been removed meanwhile.
     */
    readonly insert: (row: Unnumbered<"entitlements">) => Effect.Effect<Entitlement, DuplicateResource | NotFound>
    /** Fails with `DuplicateResource` as `insert` does. */
    readonly update: (key: EntitlementKey, change: Change<"entitlements">) => Effect.Effect<void, DuplicateResource>
    readonly remove: (key: EntitlementKey) => Effect.Effect<void>
  }
>()("hub/domain/benefits/Entitlements") {}
