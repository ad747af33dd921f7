import { Array, Effect } from "effect"
import type { Reach } from "../access/Reach.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { NotFound } from "../shared/NotFound.ts"
import { Venues } from "./Venues.ts"

const missing = (field: string | undefined) => new NotFound(field === undefined ? {} : { field })

/**
 * The internal ids of the venues with these document ids; fails alike when one is missing, foreign or out of reach.
 * `field` names the body field they come from, undefined for the path (PAR-007, PAR-140).
 */
export const findVenues = Effect.fnUntraced(function* (
  reach: Reach,
  documentIds: ReadonlyArray<string>,
  field: string | undefined
) {
  const named = Array.dedupe(documentIds)
  const found = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, named))
  if (found.length < named.length) return yield* missing(field)
  return found.map(({ id }) => id)
})

/** The internal id of one venue; fails as `findVenues` does. */
export const findVenue = Effect.fnUntraced(function* (reach: Reach, documentId: string, field: string | undefined) {
  const [found] = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, [documentId]))
  return found === undefined ? yield* missing(field) : found.id
})

/** The internal ids of every venue of an organization. */
export const listVenueIds = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const venues = yield* Venues
  const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }
  const all = yield* venues.list(reach)
  const found = yield* venues.listByDocumentId(
    reach,
    all.map(({ id }) => id)
  )
  return found.map(({ id }) => id)
})
