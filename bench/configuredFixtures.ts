import { organizationIds } from "../src/demo/demoOrganizations.ts"

/** What is measured of what partners configure, beside the demo data. */
export const configuredFixtures = {
  /** The organization of the demo key PA, which reaches all its venues. */
  organization: organizationIds.A,
  entitlementBase: 640_000,
  entitlements: 200,
  pageBase: 640_000,
  pages: 200
} as const
