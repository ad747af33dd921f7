import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { fixtures } from "../fixtures/fixtures.ts"

/** The number of rows in tables that grow without bound, and in tables that people configure by hand. */
export interface Breadth {
  readonly rows: number
  readonly some: number
}

/** The ids of the generated rows, which exist beside the demo data: four of five belong to one organization. */
export const breadth = {
  organization: organizationIds.A,
  program: programIds.A,
  tier: tierId("A", 1),
  tiers: 3,
  venueBase: 510_000,
  venues: 32,
  /** The other organizations have one venue, program and tier each, with the organization's id. */
  otherBase: 500_000,
  others: 50,
  memberBase: 2_000_000,
  /** The member with `some` rows of each kind; sorts last in lists of members. */
  member: 1_999_999,
  /** The number of members with the searched name. */
  named: 40,
  searched: "zebulon",
  /** The number of pending claims. */
  open: 200,
  /** The number of stays that arrive within the window. */
  arriving: 400,
  claimedOffers: 20,
  /** First id of configured rows: offers, programs, benefits, pools, pages and the like. */
  base: 40_000,
  workspace: fixtures.workspaces.get(fixtures.listed) ?? 0,
  actionBase: 100_000_000,
  talkBase: 3_000_000
} as const

/** The creation time of the first row; the next ones follow at intervals of two minutes. */
export const firstWritten = "2020-01-01T00:00:00Z"

/** The creation time of row `n`. */
export const writtenAt = (n: string) => `timestamptz '${firstWritten}' + ${n} * interval '2 minutes'`

const { organization, otherBase, others, program, tier, tiers, venueBase, venues } = breadth

/** The numbers from $1 to $2 (exclusive) as `t.n`, with the tenant, venue, program, tier and creation time of each. */
export const placed = `(
    SELECT n, ${writtenAt("n")} AS at,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${organization} END AS organization_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${venueBase} + n % ${venues} END AS property_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${program} END AS program_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${tier} + n % ${tiers} END AS tier_id
    FROM generate_series($1::integer, $2::integer - 1) n
  ) t`
