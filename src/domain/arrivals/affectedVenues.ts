import { Array } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { VenueId } from "../properties/Property.ts"
import type { ArrivalRebuild } from "./ArrivalRebuild.ts"

/** The venues that changes affect, of those within `venueIds`; null for all venues of the organization. */
export const affectedVenues = (
  changes: ReadonlyArray<ArrivalRebuild>,
  venueIds: Reach["venueIds"] = "all"
): ReadonlyArray<VenueId> | null => {
  const isEverywhere = changes.some((change) => change.venueIds === null)
  if (isEverywhere) return venueIds === "all" ? null : venueIds
  const affected = Array.dedupe(changes.flatMap((change) => change.venueIds ?? []))
  return venueIds === "all" ? affected : affected.filter((id) => venueIds.includes(id))
}
