import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Benefit } from "../benefits/Benefit.ts"
import type { MemberId } from "../members/Member.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { PerkGroup } from "./PerkGroup.ts"
import type { HeldTier, PerkRecord, VenuePerks, PerkStay, PerkVenue } from "./PerkRecord.ts"

/**
 * Which perks to list. `venueId` drops property perks of other venues and selects the overrides of global ones; without
 * it property perks of every published venue are listed. `groupId` selects the perks of one group.
 */
export interface PerksSought {
  readonly memberId: MemberId
  /** The moment at which tiers are read. */
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
 * without those disabled, archived or removed from a venue.
 */
export class PerkViews extends Context.Service<
  PerkViews,
  {
    /**
     * By required tier level, then name, perk id and venue, all in binary order; those of a group by position, then
     * venue (MEM-049, MEM-115).
     */
    readonly list: (sought: PerksSought) => Effect.Effect<ReadonlyArray<PerkRecord>>
    /** By name, then id; disabled groups included (MEM-115). */
    readonly listGroups: (memberId: MemberId) => Effect.Effect<ReadonlyArray<PerkGroup>>
    readonly getGroup: (key: { readonly memberId: MemberId; readonly id: number }) => Effect.Effect<PerkGroup, NotFound>
    /** A published venue by document id, of any organization. */
    readonly findVenue: (documentId: string) => Effect.Effect<Option.Option<PerkVenue>>
    /** A venue within reach by document id, published or hidden. */
    readonly findVenueWithin: (key: {
      readonly reach: Reach
      readonly documentId: string
    }) => Effect.Effect<Option.Option<PerkVenue>>
    /** The tiers of a member's active enrolments, in any order. */
    readonly listTiers: (of: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<HeldTier>>
    /** A member's own stay within reach by external id; the latest where organizations share one. */
    readonly findStay: (key: {
      readonly reach: Reach
      readonly memberId: MemberId
      readonly externalId: ReservationXid
    }) => Effect.Effect<Option.Option<PerkStay>>
    /** One for each place, in any order; perks ordered as in `list`. */
    readonly listVenuePerks: (of: {
      readonly places: ReadonlyArray<PerkPlace>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<VenuePerks>>
  }
>()("hub/domain/perks/PerkViews") {}
