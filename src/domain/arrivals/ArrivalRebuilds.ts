import { Context, type Effect } from "effect"
import type { Unnumbered } from "../dataset/Rows.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

/** The rebuilds of arrival tasks that changes have ordered; a job does them. */
export class ArrivalRebuilds extends Context.Service<
  ArrivalRebuilds,
  {
    readonly insert: (rebuild: Unnumbered<"arrivalRebuilds">) => Effect.Effect<void>
    /** Those that are committed, of all organizations, in the order in which they were ordered. */
    readonly list: Effect.Effect<ReadonlyArray<ArrivalRebuild>>
    readonly remove: (ids: ReadonlyArray<ArrivalRebuild["id"]>) => Effect.Effect<void>
  }
>()("hub/domain/arrivals/ArrivalRebuilds") {}
