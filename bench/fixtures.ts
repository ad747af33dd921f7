import { integrationIds } from "../src/demo/demoIntegrations.ts"
import { organizationIds } from "../src/demo/demoOrganizations.ts"

/**
 * Workspaces whose Actions are claimed: several, like in a real deployment, because writers of one workspace wait for
 * each other.
 */
const claimed = Array.from({ length: 8 }, (_, index) => `bench-claims-${index + 1}`)

/** The workspace whose Actions and events are listed. */
const listed = "bench-list"

/** The rows that are measured, beside the demo data. */
export const fixtures = {
  organization: organizationIds.A,
  /** The integration of the demo key KH_all. */
  integration: integrationIds.main,
  /** The organization of the demo key KH_D, with 30 brands. */
  brandsOrganization: organizationIds.D,
  listed,
  claimed,
  /** Internal ids of the workspaces by external id. */
  workspaces: new Map([listed, ...claimed].map((xid, index) => [xid, 9001 + index])),
  guests: 8
}

/** The external id of a claimable Action; `serial` counts from 0 over all claimed workspaces. */
export const claimableXid = (serial: number): string => `bench-claim-${serial}`

/** The workspace of a claimable Action. */
export const claimableScope = (serial: number): string => claimed[serial % claimed.length] ?? listed
