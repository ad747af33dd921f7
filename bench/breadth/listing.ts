import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { breadth, type Breadth } from "./breadth.ts"

/** A list, search or feed of the service, for the busy organization. */
export interface Listing {
  readonly name: string
  /** Prepares the call once per database. */
  readonly prepare: Effect.Effect<(size: Breadth) => Effect.Effect<unknown, unknown>, never, SqlClient.SqlClient>
}

export const listing = <Repository>(
  make: Effect.Effect<Repository, never, SqlClient.SqlClient>,
  name: string,
  call: (repository: Repository, size: Breadth) => Effect.Effect<unknown, unknown>
): Listing => ({ name, prepare: Effect.map(make, (repository) => (size) => call(repository, size)) })

export const organizationId = OrganizationId.make(breadth.organization)

/** Reach of every venue of the busy organization. */
export const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }

export const venueId = VenueId.make(breadth.venueBase + 1)

/** Reach of one of its venues. */
export const ofVenue: Reach = { ...reach, venueIds: [venueId] }

/** The first page. */
export const page = { limit: 20, offset: 0 }

export const now = DateTime.nowUnsafe()
