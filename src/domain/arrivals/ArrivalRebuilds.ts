import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

/** The queue of pending rebuilds of arrival tasks; a job processes it, and reads what they are about to show. */
export class ArrivalRebuilds extends Context.Service<
  ArrivalRebuilds,
  {
    /** Waits for the transactions that create tasks of the organization, whose tasks the rebuild must find. */
    readonly insert: (rebuild: Unnumbered<"arrivalRebuilds">) => Effect.Effect<void>
    /** The committed rebuilds that affect a venue within reach, in insertion order. */
    readonly listWithin: (reach: Reach) => Effect.Effect<ReadonlyArray<ArrivalRebuild>>
    /**
     * The same, locked until the transaction ends. Waits for rows locked elsewhere, and returns them as they are then:
     * without those removed meanwhile. Lock them before arrival tasks.
     */
    readonly lockWithin: (reach: Reach) => Effect.Effect<ReadonlyArray<ArrivalRebuild>>
    /**
     * Records that the tasks of `venueIds`, or of every venue if null, are rebuilt: these rebuilds no longer affect
     * them, and those left without a venue are removed. Returns the ids of the removed.
     */
    readonly updateRebuilt: (of: {
      readonly ids: ReadonlyArray<ArrivalRebuild["id"]>
      readonly venueIds: ReadonlyArray<VenueId> | null
    }) => Effect.Effect<ReadonlyArray<ArrivalRebuild["id"]>>
  }
>()("hub/domain/arrivals/ArrivalRebuilds") {}
