import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Reservation, ReservationId, ReservationXid } from "./Reservation.ts"
import type { ReservationTaken } from "./ReservationErrors.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A stay as it is written: the whole row, what its points follow from, and where it is. */
export interface Stay {
  readonly row: Reservation
  readonly facts: StayFacts
  readonly propertyName: string
  readonly timezone: string
}

/** Which stay a list of `listDue` goes on after. */
export type DuePosition = Pick<DueStay, "id" | "checkOut">

/** A stay that something is to be done about, and whose wallet that concerns. */
export interface DueStay {
  readonly id: ReservationId
  readonly memberId: MemberId | null
  readonly checkOut: string
}

/**
 * `earning`: over long enough, its member and spend known. `unknown`: over for 180 days, its member or spend still not
 * known. `calledOff`: the member is told of points to come that will not come.
 */
export type DueKind = "earning" | "unknown" | "calledOff"

/**
 * Stays as the PMS, a link and the finalisation change them (DOMAIN 6.1). What is read for update is locked until the
 * transaction ends, after the wallet of its member (DOMAIN 5.1).
 */
export class Stays extends Context.Service<
  Stays,
  {
    /** By the id that the organization knows the stay by; not locked. */
    readonly find: (of: {
      readonly organizationId: OrganizationId
      readonly externalId: ReservationXid
    }) => Effect.Effect<Option.Option<Pick<Reservation, "id" | "memberId">>>
    /** The stay with its facts at `now`. With `skipLocked` none is found while somebody else has it. */
    readonly findForUpdate: (of: {
      readonly id: ReservationId
      readonly now: DateTime.Utc
      readonly skipLocked?: boolean
    }) => Effect.Effect<Option.Option<Stay>>
    /** Answers the internal number of the new row. */
    readonly insert: (row: Omit<Reservation, "id">) => Effect.Effect<ReservationId, ReservationTaken>
    /** Replaces what may change of a row: all but its organization, its external id and when it was made. */
    readonly update: (row: Reservation) => Effect.Effect<void>
    /** What was given or taken after the stay was finalised: the sum of its corrections. */
    readonly getCorrected: (id: ReservationId) => Effect.Effect<number>
    /** Stays of which a member is told of points to come, ascending by internal number. */
    readonly listByPendingEarn: (memberId: MemberId) => Effect.Effect<ReadonlyArray<ReservationId>>
    /** Up to `limit` due stays after `after`, by check-out, then number; days are those of each venue (DOMAIN 6.1). */
    readonly listDue: (of: {
      readonly kind: DueKind
      readonly now: DateTime.Utc
      readonly after: DuePosition | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DueStay>>
  }
>()("hub/domain/reservations/Stays") {}
