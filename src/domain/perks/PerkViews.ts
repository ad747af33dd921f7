import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Benefit } from "../benefits/Benefit.ts"
import type { MemberId } from "../members/Member.ts"
import type { VenueId } from "../properties/Property.ts"
import type { VenueSummary } from "../properties/VenueSummary.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { PerkGroup } from "./PerkGroup.ts"
import type { HeldTier, PerkRecord, VenuePerks, PerkStay } from "./PerkRecord.ts"

/**
 * Which perks to list. `venueId` excludes property perks of other venues and selects the overrides of global ones;
 * without it, property perks of every published venue are listed. `groupId` selects the perks of one group.
 */
export interface PerksFilter {
  readonly memberId: MemberId
  /** The time as of which tiers are determined. */
  readonly now: DateTime.Utc
  readonly scopes: ReadonlyArray<Benefit["scope"]>
  readonly venueId: VenueId | undefined
  readonly groupId: number | undefined
  readonly redemptionType: string | undefined
}

/** A member at a venue, both by internal id. */
export interface PerkPlace {
  readonly memberId: MemberId
  readonly venueId: VenueId
}

/**
 * Perks as members read them: the benefits of the organizations in which a member has an active enrolment (MEM-118),
 * except those disabled, archived or removed from a venue.
 */
export class PerkViews extends Context.Service<
  PerkViews,
  {
    /**
     * Ordered by required tier level, then name, perk id and venue, all in binary order; within a group by position,
     * then venue (MEM-049, MEM-115).
     */
    readonly list: (filter: PerksFilter) => Effect.Effect<ReadonlyArray<PerkRecord>>
    /** Ordered by name, then id; includes disabled groups (MEM-115). */
    readonly listGroups: (memberId: MemberId) => Effect.Effect<ReadonlyArray<PerkGroup>>
    readonly getGroup: (key: { readonly memberId: MemberId; readonly id: number }) => Effect.Effect<PerkGroup, NotFound>
    /** A published venue by document id, of any organization. */
    readonly findVenue: (documentId: string) => Effect.Effect<Option.Option<VenueSummary>>
    /** A venue within reach by document id, published or hidden. */
    readonly findVenueWithin: (key: {
      readonly reach: Reach
      readonly documentId: string
    }) => Effect.Effect<Option.Option<VenueSummary>>
    /** The tiers of a member's active enrolments, in any order. */
    readonly listTiers: (of: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<HeldTier>>
    /**
     * A member's own stay within reach by external id. If organizations share an id, the stay at that of the venue
     * `propertyId`, else the latest.
     */
    readonly findStay: (key: {
      readonly reach: Reach
      readonly memberId: MemberId
      readonly externalId: ReservationXid
      readonly propertyId: string | undefined
    }) => Effect.Effect<Option.Option<PerkStay>>
    /** One element for each place, in any order; perks ordered as in `list`. */
    readonly listVenuePerks: (of: {
      readonly places: ReadonlyArray<PerkPlace>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<VenuePerks>>
  }
>()("hub/domain/perks/PerkViews") {}
