import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { venues } from "../../src/demo/venues.ts"
import type { Reach } from "../../src/domain/access/Reach.ts"

/** All of Organization A, all of B, and only A's venue V1. */
export const ofA: Reach = { organizationIds: [organizationIds.A], venueIds: "all" }
export const ofB: Reach = { organizationIds: [organizationIds.B], venueIds: "all" }
export const atV1: Reach = { organizationIds: [organizationIds.A], venueIds: [venues.V1.id] }
