import { Context, type DateTime, type Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OccasionVenue } from "../perks/perkEligibility.ts"
import type { ArrivalTask } from "./ArrivalTask.ts"

/** The current facts of a stay that a task's snapshot is derived from. `id` is the task's internal id. */
export interface ArrivalStay {
  readonly id: number
  readonly memberId: MemberId
  readonly venue: OccasionVenue
  readonly checkIn: string
}

/** The member, tier and benefits due that a task holds from now on. */
export type ArrivalSnapshot = Pick<ArrivalTask, "id" | "memberId" | "tierLevel" | "benefits">

/**
 * Rebuilds the snapshots of arrival tasks (DOMAIN 6.2). The lists lock their rows until the transaction ends, so call
 * them inside `Atomic` together with the update.
 */
export class ArrivalSnapshots extends Context.Service<
  ArrivalSnapshots,
  {
    /** Up to `limit` tasks due for a rebuild, oldest first; concurrent callers get disjoint tasks (PAR-032). */
    readonly listDue: (due: {
      readonly now: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /** The unsettled or upcoming tasks of the member or of the member's stays, by internal id. */
    readonly listByMember: (of: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
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
