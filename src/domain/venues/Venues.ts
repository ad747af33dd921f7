import { Context, type Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ReachableVenue } from "./ReachableVenue.ts"

/** A venue's ids, and its organization. */
export interface VenueKey {
  readonly id: VenueId
  readonly documentId: string
  readonly organizationId: OrganizationId
}

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
    ) => Effect.Effect<ReadonlyArray<VenueKey>>
  }
>()("hub/domain/venues/Venues") {}
