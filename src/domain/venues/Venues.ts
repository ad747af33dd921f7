import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReachableVenue } from "./ReachableVenue.ts"

/** The venues of the organizations, published or hidden, as far as a reach goes. */
export class Venues extends Context.Service<
  Venues,
  {
    /** By name then id, both binary. */
    readonly list: (reach: Reach) => Effect.Effect<ReadonlyArray<ReachableVenue>>
    /** Those of `documentIds` that are within reach, in no order; the others are left out. */
    readonly listByDocumentId: (
      reach: Reach,
      documentIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: VenueId; readonly documentId: string }>>
  }
>()("hub/domain/venues/Venues") {}
