import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { DuplicateResource } from "../shared/ResourceConflicts.ts"
import type { EarningRules, Program, ProgramId, ProgramVenue, Tier, TierId } from "./Program.ts"
import type { ProgramLocator } from "./ProgramViews.ts"

type Key = { readonly organizationId: OrganizationId; readonly programId: ProgramId }

/** A tier that is entitled to a benefit, and the level that the benefit asks for. */
export interface EntitledTier {
  readonly programId: ProgramId
  readonly tierId: TierId
  readonly benefitId: string
  readonly minTierLevel: number
}

/** What is configured of programs. Every change of a program runs under its lock, so each follows the other. */
export class Programs extends Context.Service<
  Programs,
  {
    /** Locks a program until the transaction ends; who enrols in it waits for that. */
    readonly getForUpdate: (locator: ProgramLocator) => Effect.Effect<Program, NotFound>
    /** Locks a tier of a locked program; who would refer to it, as members and entitlements do, waits for that. */
    readonly getTierForUpdate: (key: Key & { readonly tierXid: string }) => Effect.Effect<Tier, NotFound>
    readonly insert: (program: Omit<Program, "id">) => Effect.Effect<Program>
    readonly update: (program: Program) => Effect.Effect<void>
    /** The venues of a program within its organization, in no order. */
    readonly listVenues: (key: Key) => Effect.Effect<ReadonlyArray<ProgramVenue>>
    readonly insertVenue: (venue: ProgramVenue) => Effect.Effect<void>
    readonly removeVenue: (key: Key & { readonly propertyId: VenueId }) => Effect.Effect<void>
    /** Lowest first. */
    readonly listTiers: (key: Key) => Effect.Effect<ReadonlyArray<Tier>>
    readonly insertTier: (tier: Omit<Tier, "id">) => Effect.Effect<Tier, DuplicateResource>
    /** Everything but the level. */
    readonly updateTier: (tier: Tier) => Effect.Effect<void>
    /** Gives every tier its level at once, so that two may change places. */
    readonly updateLevels: (key: Key & { readonly tiers: ReadonlyArray<Tier> }) => Effect.Effect<void>
    /** What refers to a tier, if anything does. */
    readonly findTierUse: (tier: Tier) => Effect.Effect<Option.Option<"members" | "entitlements">>
    readonly removeTier: (tier: Tier) => Effect.Effect<void>
    /** Active entitlements to benefits that are not archived and ask for a level above `above` and up to `upTo`. */
    readonly listEntitled: (of: {
      readonly organizationId: OrganizationId
      readonly above: number
      readonly upTo: number
    }) => Effect.Effect<ReadonlyArray<EntitledTier>>
    /** Appends the rules as the next version, from 1 on. */
    readonly insertRules: (rules: Omit<EarningRules, "version">) => Effect.Effect<EarningRules>
  }
>()("hub/domain/programs/Programs") {}
