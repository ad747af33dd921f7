import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"

const partOf = <Id extends Schema.Constraint>(id: Id) => Schema.Union([Schema.Literal("all"), Schema.Array(id)])

/**
 * The rows a caller may touch: those of its organizations and venues. Applied as a filter inside every query, never as
 * a check afterwards (DOMAIN 1.3). `all` organizations means global staff, `all` venues every venue of the
 * organizations.
 */
export const Reach = Schema.Struct({ organizationIds: partOf(OrganizationId), venueIds: partOf(VenueId) })
export interface Reach extends Schema.Schema.Type<typeof Reach> {}

/** Matches every row: for queries that are scoped by member instead. */
export const everywhere: Reach = { organizationIds: "all", venueIds: "all" }

/** Matches no row. */
export const nowhere: Reach = { organizationIds: [], venueIds: [] }

const covers = (part: Reach[keyof Reach], id: number) => part === "all" || part.some((candidate) => candidate === id)

/** Whether rows of an organization as a whole are within reach. */
export const reachesOrganization = (reach: Reach, organizationId: OrganizationId): boolean =>
  covers(reach.organizationIds, organizationId)

/** Whether a row of a venue is within reach. */
export const reachesVenue = (reach: Reach, organizationId: OrganizationId, venueId: VenueId): boolean =>
  covers(reach.organizationIds, organizationId) && covers(reach.venueIds, venueId)

/** Whether a row can be read: a venue's, or without a venue the organization's as a whole (DOMAIN 1.7). */
export const reachesPlace = (reach: Reach, organizationId: OrganizationId, venueId: VenueId | null): boolean =>
  venueId === null ? reachesOrganization(reach, organizationId) : reachesVenue(reach, organizationId, venueId)

/**
 * Whether a record about a guest is within reach: a venue's, or without a venue only for callers with every venue of the
 * organization (DOMAIN 1.7).
 */
export const reachesRecord = (reach: Reach, organizationId: OrganizationId, venueId: VenueId | null): boolean =>
  reach.venueIds === "all"
    ? reachesOrganization(reach, organizationId)
    : venueId !== null && reachesVenue(reach, organizationId, venueId)

/** Whether all of `venueIds` are within reach; null stands for every venue of the organization (PAR-126). */
export const reachesEvery = (reach: Reach, venueIds: ReadonlyArray<number> | null): boolean =>
  reach.venueIds === "all" || (venueIds !== null && venueIds.every((id) => covers(reach.venueIds, id)))

/** The reach narrowed to `venueIds`; never wider than before. */
export const restrictTo = (reach: Reach, venueIds: ReadonlyArray<VenueId>): Reach => ({
  ...reach,
  venueIds: venueIds.filter((id) => covers(reach.venueIds, id))
})
