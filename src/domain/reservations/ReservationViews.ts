import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { NotFound } from "../shared/NotFound.ts"
import type { Page } from "../shared/Page.ts"
import type { Reservation, ReservationId } from "./Reservation.ts"
import type { ReservationPlace } from "./ReservationPlace.ts"
import type { ReservationView } from "./ReservationView.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A stay to show, with the inputs of its points. */
export interface ReservationWithFacts extends Omit<ReservationView, "pointsStatus"> {
  readonly id: ReservationId
  readonly facts: StayFacts
}

/** Which reservations to list. Rows without a check-in match neither `checkInFrom` nor `checkInTo`. */
export interface ReservationFilter {
  readonly statuses: ReadonlyArray<Reservation["status"]> | undefined
  readonly checkInFrom: string | undefined
  readonly checkInTo: string | undefined
  /** External id; one that nobody has, or whose stays are out of reach, matches nothing. */
  readonly memberXid: string | undefined
  readonly updatedSince: DateTime.Utc | undefined
}

/** `after` continues a walk at a place, whether or not a row is still there; without it `offset` rows are skipped. */
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
     * By the organization's id of the stay, else by its internal UUID. Of several organizations with the same id, the one
     * with the lowest number.
     */
    readonly get: (of: {
      readonly reach: Reach
      readonly reservationId: string
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReservationWithFacts, NotFound>
    /**
     * The stays of a member within reach. A member without a stay, claim or invite there is missing; for callers that reach
     * every venue, one without an enrolment in the organization as well (DOMAIN 1.7).
     */
    readonly listOfMember: (query: ReservationsOfMemberQuery) => Effect.Effect<Page<ReservationWithFacts>, NotFound>
  }
>()("hub/domain/reservations/ReservationViews") {}
