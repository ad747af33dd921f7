import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Reservation, ReservationId } from "./Reservation.ts"
import type { ReservationPlace } from "./ReservationPlace.ts"
import type { ReservationView } from "./ReservationView.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A reservation view without its points, with the inputs from which they are calculated. */
export interface ReservationWithFacts extends Omit<ReservationView, "pointsStatus"> {
  readonly id: ReservationId
  readonly facts: StayFacts
}

/** Which reservations to list. Rows without a check-in match neither `checkInFrom` nor `checkInTo`. */
export interface ReservationFilter {
  readonly statuses: ReadonlyArray<Reservation["status"]> | undefined
  readonly checkInFrom: string | undefined
  readonly checkInTo: string | undefined
  /** External id. An unknown member, or one without stays within reach, matches nothing. */
  readonly memberXid: string | undefined
  readonly updatedSince: DateTime.Utc | undefined
}

/** `after` continues behind a place, whether or not its row still exists; without it `offset` rows are skipped. */
export interface ReservationViewsQuery extends ReservationFilter {
  readonly reach: Reach
  readonly now: DateTime.Utc
  readonly after: ReservationPlace | undefined
  readonly offset: number
  readonly limit: number
}

export interface ReservationsOfMemberQuery {
  readonly reach: Reach
  readonly now: DateTime.Utc
  readonly memberXid: string
  readonly statuses: ReadonlyArray<Reservation["status"]> | undefined
  readonly offset: number
  readonly limit: number
}

/**
 * The reservations of venues, with points as of `now`. Lists are ordered by check-in, those without one last, then by
 * external id in binary order, then by internal id (PAR-053).
 */
export class ReservationViews extends Context.Service<
  ReservationViews,
  {
    readonly list: (query: ReservationViewsQuery) => Effect.Effect<ReadonlyArray<ReservationWithFacts>>
    /**
     * By the organization's id of the stay, else by its internal UUID. If organizations share an id, the one with the
     * lowest row id is used.
     */
    readonly get: (of: {
      readonly reach: Reach
      readonly reservationId: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReservationWithFacts, NotFound>
    /**
     * The stays of a member within reach; `NotFound` if the member is not visible there: no stay, claim or invite and,
     * for callers with all venues, no enrolment in the organization either (DOMAIN 1.7).
     */
    readonly listOfMember: (query: ReservationsOfMemberQuery) => Effect.Effect<Page<ReservationWithFacts>, NotFound>
  }
>()("hub/domain/reservations/ReservationViews") {}
