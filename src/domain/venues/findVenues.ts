import { Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { NotFound } from "../shared/NotFound.ts"
import { Venues } from "./Venues.ts"

const missing = (field: string | undefined) => new NotFound(field === undefined ? {} : { field })

/**
 * The internal ids of the venues with these distinct document ids; fails with the same `NotFound` if one is missing,
 * foreign or out of reach. `field` is the body field they come from, undefined for the path (PAR-007, PAR-140).
 */
export const findVenues = Effect.fnUntraced(function* (
  reach: Reach,
  documentIds: ReadonlyArray<string>,
  field: string | undefined
) {
  const venues = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, documentIds))
  if (venues.length < documentIds.length) return yield* missing(field)
  return venues.map(({ id }) => id)
})

/** The internal id of one venue; fails as `findVenues` does. */
export const findVenue = Effect.fnUntraced(function* (reach: Reach, documentId: string, field: string | undefined) {
  const [venue] = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, [documentId]))
  return venue === undefined ? yield* missing(field) : venue.id
})

/** The internal ids of every venue of an organization. */
export const listVenueIds = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const venues = yield* Venues
  const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }
  const all = yield* venues.list(reach)
  const rows = yield* venues.listByDocumentId(
    reach,
    all.map(({ id }) => id)
  )
  return rows.map(({ id }) => id)
})
