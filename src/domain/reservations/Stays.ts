import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Reservation, ReservationId, ReservationXid } from "./Reservation.ts"
import type { ReservationTaken } from "./ReservationErrors.ts"
import type { StayFacts } from "./StayFacts.ts"

/** A stay for writing: the whole row, the inputs of its points, and its venue. */
export interface Stay {
  readonly row: Reservation
  /** Once points were credited, the facts of their holder, whoever the stay is linked to. */
  readonly facts: StayFacts
  readonly propertyName: string
  readonly timezone: string
}

/** Keyset position: the stay after which `listDue` continues. */
export type DuePosition = Pick<DueStay, "id" | "checkOut">

/** A stay due for processing, and the member whose wallet it concerns. */
export interface DueStay {
  readonly id: ReservationId
  readonly memberId: MemberId | null
  readonly checkOut: string
}

/**
 * `earning`: over long enough, with member and spend known. `unknown`: over for 180 days without member or spend.
 * `calledOff`: no longer able to earn, but the member still sees pending points.
 */
export type DueKind = "earning" | "unknown" | "calledOff"

/**
 * Write access to stays for PMS changes, linking and finalisation (DOMAIN 6.1). Rows read for update stay locked until
 * the transaction ends; lock the member's wallet first (DOMAIN 5.1).
 */
export class Stays extends Context.Service<
  Stays,
  {
    /**
     * By the organization's id of the stay; not locked. `holderId` is the member who holds the points credited for it:
     * after a merge, the account that took over. Null before finalisation, and if nothing was credited.
     */
    readonly find: (of: {
      readonly organizationId: OrganizationId
      readonly externalId: ReservationXid
    }) => Effect.Effect<Option.Option<Pick<Reservation, "id" | "memberId"> & { readonly holderId: MemberId | null }>>
    /** The stay with its facts at `now`. With `skipLocked`, a stay locked elsewhere is not found. */
    readonly findForUpdate: (of: {
      readonly id: ReservationId
      readonly now: DateTime.Utc
      readonly skipLocked?: boolean
    }) => Effect.Effect<Option.Option<Stay>>
    /** Returns the internal id of the new row. */
    readonly insert: (row: Omit<Reservation, "id">) => Effect.Effect<ReservationId, ReservationTaken>
    /** Replaces everything but organization, ids and creation time. */
    readonly update: (row: Reservation) => Effect.Effect<void>
    /** The sum of the corrections made after finalisation. */
    readonly getCorrected: (id: ReservationId) => Effect.Effect<number>
    /** The stays for which a member has pending points, ascending by internal id. */
    readonly listByPendingEarn: (memberId: MemberId) => Effect.Effect<ReadonlyArray<ReservationId>>
    /** Up to `limit` due stays after `after`, by check-out, then id; days are local to each venue (DOMAIN 6.1). */
    readonly listDue: (of: {
      readonly kind: DueKind
      readonly now: DateTime.Utc
      readonly after: DuePosition | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DueStay>>
  }
>()("hub/domain/reservations/Stays") {}
