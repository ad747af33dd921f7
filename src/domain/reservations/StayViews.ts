import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { Reservation, ReservationXid } from "./Reservation.ts"
import type { StayProperty } from "./ReservationSummary.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A stay that has its dates, with what its points follow from. */
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

/** Which of a member's stays to list; `from` is the first check-in, `to` the last check-out. */
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

export interface StayViewsPage {
  readonly items: ReadonlyArray<DatedStay>
  readonly total: number
}

/** Stays as members read them: those without dates are not there (MEM-043). Points are those at `now`. */
export class StayViews extends Context.Service<
  StayViews,
  {
    /**
     * By `id` newest created first, by a date from the earliest on; ties by creation or the date, then by internal number
     * (MEM-039 to MEM-042). `total` counts what the filters leave.
     */
    readonly list: (query: StayViewsQuery) => Effect.Effect<StayViewsPage>
    /** A stay of the member. Two organizations may have given two of their stays one id: the newer one then. */
    readonly findByMember: (of: {
      readonly memberId: MemberId
      readonly externalId: ReservationXid
      readonly now: DateTime.Utc
    }) => Effect.Effect<Option.Option<DatedStay>>
    /**
     * The stays of a confirmation code, whatever its case, that are the member's or name an e-mail address of a guest;
     * the member's own first, then the newest first. Who may know of them is not decided here.
     */
    readonly listByConfirmation: (of: {
      readonly memberId: MemberId
      readonly confirmationCode: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<DatedStay>>
  }
>()("hub/domain/reservations/StayViews") {}
