import { Context, type DateTime, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { MemberId } from "../members/Member.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { OccasionVenue } from "../perks/perkEligibility.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReservationId } from "../reservations/Reservation.ts"
import type { ArrivalTask } from "./ArrivalTask.ts"

/** The current facts of a stay from which a task's snapshot is derived. `id` is the task's internal id. */
export interface ArrivalStay {
  readonly id: number
  readonly memberId: MemberId | null
  readonly venue: OccasionVenue
  readonly checkIn: string | null
  readonly isInquiry: boolean
}

/** A confirmed stay without a task. */
export interface StayWithoutTask extends Omit<ArrivalStay, "id" | "isInquiry"> {
  readonly memberId: MemberId
  readonly checkIn: string
  readonly reservationId: ReservationId
}

/** The organization and the position of a stay in the list of those without a task. */
export interface MissingArrival extends Pick<StayWithoutTask, "checkIn" | "reservationId"> {
  readonly organizationId: OrganizationId
}

/** Selects stays without a task: those of one member, or some stays of an organization. */
export type StaysWithoutTask =
  | { readonly memberId: MemberId }
  | { readonly organizationId: OrganizationId; readonly reservationIds: ReadonlyArray<ReservationId> }

/** Selects the tasks that a change of benefits affects. */
export interface AffectedTasks {
  readonly organizationId: OrganizationId
  readonly venueIds: ReadonlyArray<VenueId> | null
  readonly now: DateTime.Utc
  readonly taskIds?: ReadonlyArray<string>
  readonly limit?: number
}

/** The first content of a task; `taskId` is its external id. */
export interface NewArrivalTask extends StayWithoutTask, Pick<ArrivalTask, "tierLevel" | "benefits"> {
  readonly taskId: string
}

/** The new member (null: keeps the last one), tier and benefits due of a task. */
export interface ArrivalSnapshot
  extends Pick<ArrivalStay, "id" | "memberId">,
    Pick<ArrivalTask, "tierLevel" | "benefits"> {}

/**
 * Creates arrival tasks and rebuilds their snapshots (DOMAIN 6.2). Unless noted, the lists lock their rows until the
 * transaction ends, so call them inside `Atomic` together with the insert or the update.
 */
export class ArrivalSnapshots extends Context.Service<
  ArrivalSnapshots,
  {
    /**
     * The internal ids of up to `limit` tasks due for a rebuild, oldest first, of all organizations except some
     * (PAR-032); not locked.
     */
    readonly listDue: (due: {
      readonly now: DateTime.Utc
      readonly except: ReadonlyArray<OrganizationId>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Pick<ArrivalTask, "id" | "organizationId">>>
    /** Those of the tasks `ids` of an organization that are still due, by internal id; skips those locked elsewhere. */
    readonly listStillDue: (due: {
      readonly now: DateTime.Utc
      readonly organizationId: OrganizationId
      readonly ids: ReadonlyArray<number>
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /** The unsettled or upcoming tasks of the member or of the member's stays, by internal id. */
    readonly listByMember: (of: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /**
     * The internal ids, ascending, of the unsettled or upcoming tasks of an organization at `venueIds`, or at all of
     * its venues if null; of those with the external ids `taskIds`, if given, and at most `limit`; not locked.
     */
    readonly listAffected: (of: AffectedTasks) => Effect.Effect<ReadonlyArray<number>>
    /**
     * The tasks with the external ids `taskIds`, unsettled or upcoming, whose member's tier has ended since their
     * snapshot (DOMAIN 4.4), of organizations within reach; not locked.
     */
    readonly listTierEnded: (of: {
      readonly reach: Reach
      readonly taskIds: ReadonlyArray<string>
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<Pick<ArrivalTask, "id" | "organizationId">>>
    /** These tasks of an organization, by internal id; waits for rows locked elsewhere. */
    readonly listById: (of: {
      readonly organizationId: OrganizationId
      readonly ids: ReadonlyArray<number>
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /** The task of a stay, whatever its status; none or one. */
    readonly listByReservation: (reservationId: ReservationId) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /**
     * Up to `limit` confirmed stays in the window that are not over and have no task, of members enrolled with the
     * organization, by check-in, then reservation, after a position, of all organizations except some; not locked.
     */
    readonly listMissing: (of: {
      readonly now: DateTime.Utc
      readonly except: ReadonlyArray<OrganizationId>
      readonly after: MissingArrival | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<MissingArrival>>
    /**
     * Up to `limit` of the stays that `listMissing` lists, of one member or some of an organization, in the same order.
     * Skips stays locked elsewhere: the transaction that changes them creates their task. Until the transaction ends,
     * changes of the benefits due in their organizations wait.
     */
    readonly listStillMissing: (
      of: StaysWithoutTask & { readonly now: DateTime.Utc; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<StayWithoutTask>>
    /** Creates open tasks; a stay that already has one keeps it. Returns how many were created. */
    readonly insert: (of: {
      readonly now: DateTime.Utc
      readonly tasks: ReadonlyArray<NewArrivalTask>
    }) => Effect.Effect<number>
    /**
     * Replaces snapshots. An acknowledged task whose check-in, tier or benefits changed is marked as changed, and every
     * task gets its current status; acknowledgements are kept.
     */
    readonly update: (of: {
      readonly now: DateTime.Utc
      readonly snapshots: ReadonlyArray<ArrivalSnapshot>
    }) => Effect.Effect<void>
  }
>()("hub/domain/arrivals/ArrivalSnapshots") {}
