import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Page } from "../shared/Page.ts"
import type { Reservation, ReservationXid } from "./Reservation.ts"
import type { StayProperty } from "./ReservationSummary.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A stay with dates, and the inputs of its points. */
export interface DatedStay
  extends Pick<
    Reservation,
    | "id"
    | "memberId"
    | "externalId"
    | "status"
    | "confirmationCode"
    | "guestCount"
    | "bookingChannel"
    | "guestLastName"
    | "guestEmail"
  > {
  readonly checkIn: string
  readonly checkOut: string
  readonly property: StayProperty
  readonly facts: StayFacts
}

/** Which of a member's stays to list; `from` bounds check-in, `to` check-out. */
export interface StayViewsQuery {
  readonly memberId: MemberId
  readonly from: string | undefined
  readonly to: string | undefined
  readonly status: Reservation["status"] | undefined
  readonly sortBy: "id" | "checkInDate" | "checkOutDate"
  readonly limit: number
  readonly offset: number
  readonly now: DateTime.Utc
}

/** Stays as members read them; stays without dates are excluded (MEM-043). Points are as of `now`. */
export class StayViews extends Context.Service<
  StayViews,
  {
    /**
     * Sorted by `id` newest first, by a date earliest first; ties by creation or the date, then by internal id (MEM-039
     * to MEM-042). `total` counts the matches on all pages.
     */
    readonly list: (query: StayViewsQuery) => Effect.Effect<Page<DatedStay>>
    /** A stay of the member; if two organizations share its id, the newer one. */
    readonly findByMember: (of: {
      readonly memberId: MemberId
      readonly externalId: ReservationXid
      readonly now: DateTime.Utc
    }) => Effect.Effect<Option.Option<DatedStay>>
    /**
     * The stays with a confirmation code, compared as by `isSameCode`: the member's own first, then those of a guest with
     * this e-mail address, compared as by `isSameEmail`, newest first. Without an address only the member's own. The
     * caller checks access.
     */
    readonly listByConfirmation: (of: {
      readonly memberId: MemberId
      readonly confirmationCode: string
      readonly email: string | null
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<DatedStay>>
  }
>()("hub/domain/reservations/StayViews") {}
