import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { EarningRules, Program, ProgramId, ProgramVenue, Tier, TierId } from "./Program.ts"
import type { ProgramLocator } from "./ProgramViews.ts"

type Key = { readonly organizationId: OrganizationId; readonly programId: ProgramId }

/** A tier that is entitled to a benefit, and the level that the benefit requires. */
export interface EntitledTier {
  readonly programId: ProgramId
  readonly tierId: TierId
  readonly benefitId: string
  readonly minTierLevel: number
}

/** The configuration of programs. The program's row lock serialises all changes of a program. */
export class Programs extends Context.Service<
  Programs,
  {
    /** Locks a program until the transaction ends; enrolments wait for it. */
    readonly getForUpdate: (locator: ProgramLocator) => Effect.Effect<Program, NotFound>
    /** Locks a tier of a locked program; new references from enrolments and entitlements wait for it. */
    readonly getTierForUpdate: (key: Key & { readonly tierXid: string }) => Effect.Effect<Tier, NotFound>
    readonly insert: (program: Omit<Program, "id">) => Effect.Effect<Program>
    readonly update: (program: Program) => Effect.Effect<void>
    /** The venues of a program, in any order. */
    readonly listVenues: (key: Key) => Effect.Effect<ReadonlyArray<ProgramVenue>>
    readonly insertVenue: (venue: ProgramVenue) => Effect.Effect<void>
    readonly removeVenue: (key: Key & { readonly propertyId: VenueId }) => Effect.Effect<void>
    /** Lowest first. */
    readonly listTiers: (key: Key) => Effect.Effect<ReadonlyArray<Tier>>
    readonly insertTier: (tier: Omit<Tier, "id">) => Effect.Effect<Tier, DuplicateResource>
    /** Updates everything but the level. */
    readonly updateTier: (tier: Tier) => Effect.Effect<void>
    /** Updates the levels in one statement, so that tiers can swap places. */
    readonly updateLevels: (key: Key & { readonly tiers: ReadonlyArray<Tier> }) => Effect.Effect<void>
    /** The kind of rows that still refer to a tier, if any. */
    readonly findTierUse: (tier: Tier) => Effect.Effect<Option.Option<"members" | "entitlements">>
    readonly removeTier: (tier: Tier) => Effect.Effect<void>
    /** Active entitlements to unarchived benefits that require a level above `above` and up to `upTo`. */
    readonly listEntitled: (of: {
      readonly organizationId: OrganizationId
      readonly above: number
      readonly upTo: number
    }) => Effect.Effect<ReadonlyArray<EntitledTier>>
    /** Appends the rules as the next version, starting at 1. */
    readonly insertRules: (rules: Omit<EarningRules, "version">) => Effect.Effect<EarningRules>
  }
>()("hub/domain/programs/Programs") {}
