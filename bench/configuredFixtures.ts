import { organizationIds } from "../src/demo/demoOrganizations.ts"

/** The configuration rows that are measured, beside the demo data. */
export const configuredFixtures = {
  /** The organization of the demo key PA, which reaches all its venues. */
  organization: organizationIds.A,
  entitlementBase: 640_000,
  entitlements: 200,
  pageBase: 640_000,
  pages: 200,
  /** The number of pages to edit and publish: published pages of a venue, without a draft. */
  edited: 32,
  editedOf: (page: number) => `bench-page-${2 * page}`,
  /** Programs whose tiers are changed: several, so that connections do not wait for one program. */
  programBase: 640_000,
  programs: 32,
  programOf: (program: number) => `bench-program-${program}`,
  /** The lowest tier of a program. */
  tierOf: (program: number) => `bench-tier-${program}-1`,
  /** Pools that receive codes: several, so that connections do not wait for one pool. */
  poolBase: 640_000,
  pools: 32,
  poolOf: (pool: number) => `bench-pool-${pool}`,
  /** The number of codes per upload. */
  codes: 100
} as const
