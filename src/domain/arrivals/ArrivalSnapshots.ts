import { Context, type DateTime, type Effect } from "effect"
import type { MemberId } from "../members/Member.ts"
import type { OccasionVenue } from "../perks/perkEligibility.ts"
import type { ArrivalTask } from "./ArrivalTask.ts"

/** What the snapshot of a task follows from, as the stay stands now. `id` is the task's internal number. */
export interface ArrivalStay {
  readonly id: number
  readonly memberId: MemberId
  readonly venue: OccasionVenue
  readonly checkIn: string
}

/** What a task says from now on of the member, their tier and the benefits due. */
export type ArrivalSnapshot = Pick<ArrivalTask, "id" | "memberId" | "tierLevel" | "benefits">

/**
 * Taking the snapshots of arrival tasks anew (DOMAIN 6.2). The lists lock what they answer until the transaction ends, so
 * they belong inside `Atomic` together with the update.
 */
export class ArrivalSnapshots extends Context.Service<
  ArrivalSnapshots,
  {
    /** Up to `limit` tasks whose snapshot is due, oldest first, each to one caller only however many ask at once (PAR-032). */
    readonly listDue: (due: {
      readonly now: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /** Tasks, not settled and past, that are the member's or of a stay of theirs, by internal number. */
    readonly listByMember: (of: {
      readonly memberId: MemberId
      readonly now: DateTime.Utc
    }) => Effect.Effect<ReadonlyArray<ArrivalStay>>
    /**
     * Replaces snapshots. An acknowledged task whose check-in, tier or benefits are others than before is marked as
     * changed, and every task gets the status it has now; acknowledgements are kept.
     */
    readonly update: (of: {
      readonly now: DateTime.Utc
      readonly snapshots: ReadonlyArray<ArrivalSnapshot>
    }) => Effect.Effect<void>
  }
>()("hub/domain/arrivals/ArrivalSnapshots") {}
