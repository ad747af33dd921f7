import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Benefit } from "../benefits/Benefit.ts"
import type { MemberId } from "../members/Member.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationXid } from "../reservations/Reservation.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { PerkGroup } from "./PerkGroup.ts"
import type { PerkRecord, PerkStanding, PerkStay, PerkVenue } from "./PerkRecord.ts"

/**
 * Which perks a member sees. `venueId` leaves property perks of other venues out and names the overrides of global ones;
 * without it property perks are those of every published venue. `groupId` leaves only the perks of that group.
 */
export interface PerksSought {
  readonly memberId: MemberId
  /** The moment whose tier counts. */
  readonly now: DateTime.Utc
  readonly scopes: ReadonlyArray<Benefit["scope"]>
  readonly venueId: VenueId | undefined
  readonly groupId: number | undefined
  readonly redemptionType: string | undefined
}

/** A member at a venue, both by internal number. */
export interface PerkPlace {
  readonly memberId: MemberId
  readonly venueId: VenueId
}

/**
 * Perks as members read them: the benefits of the organizations in which a member has an active enrolment, and no
 * others (MEM-118). What is disabled, archived or taken off a venue is not there.
 */
export class PerkViews extends Context.Service<
  PerkViews,
  {
    /**
     * By the tier level they need, then name, perk id and venue, all binary; those of a group by their place in it, then
     * by venue (MEM-049, MEM-115).
     */
    readonly list: (sought: PerksSought) => Effect.Effect<ReadonlyArray<PerkRecord>>
    /** By name, then id; disabled ones as well (MEM-115). */
    readonly listGroups: (memberId: MemberId) => Effect.Effect<ReadonlyArray<PerkGroup>>
    readonly getGroup: (key: { readonly memberId: MemberId; readonly id: number }) => Effect.Effect<PerkGroup, NotFound>
    /** A published venue by its document id, of whatever organization. */
    readonly findVenue: (documentId: string) => Effect.Effect<Option.Option<PerkVenue>>
    /** A member's own stay by its external id; the latest of those that organizations gave the same. */
    readonly findStay: (key: {
      readonly memberId: MemberId
      readonly externalId: ReservationXid
    }) => Effect.Effect<Option.Option<PerkStay>>
    /** One for each of the places, in any order; perks ordered as in `list`. */
    readonly listStandings: (of: {
      readonly places: ReadonlyArray<PerkPlace>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<PerkStanding>>
  }
>()("hub/domain/perks/PerkViews") {}
