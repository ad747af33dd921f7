import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReachableVenue } from "./ReachableVenue.ts"

/** The venues within a reach, published or hidden. */
export class Venues extends Context.Service<
  Venues,
  {
    /** By name then id, both in binary order. */
    readonly list: (reach: Reach) => Effect.Effect<ReadonlyArray<ReachableVenue>>
    /** The venues of `documentIds` within reach, in any order; the others are omitted. */
    readonly listByDocumentId: (
      reach: Reach,
      documentIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: VenueId; readonly documentId: string }>>
  }
>()("hub/domain/venues/Venues") {}
