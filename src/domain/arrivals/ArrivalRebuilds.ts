import { Context, type Effect } from "effect"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

/** The queue of pending rebuilds of arrival tasks; a job processes it. */
export class ArrivalRebuilds extends Context.Service<
  ArrivalRebuilds,
  {
    readonly insert: (rebuild: Unnumbered<"arrivalRebuilds">) => Effect.Effect<void>
    /** The committed rebuilds of all organizations, in insertion order. */
    readonly list: Effect.Effect<ReadonlyArray<ArrivalRebuild>>
    readonly remove: (ids: ReadonlyArray<ArrivalRebuild["id"]>) => Effect.Effect<void>
  }
>()("hub/domain/arrivals/ArrivalRebuilds") {}
