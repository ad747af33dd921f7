import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { fixtures } from "../fixtures.ts"

/** How many rows there are of what grows without end, and of what people configure by hand. */
export interface Breadth {
  readonly rows: number
  readonly some: number
}

/** Where the rows of the breadth are, beside the demo data: four of five belong to one organization. */
export const breadth = {
  organization: organizationIds.A,
  program: programIds.A,
  tier: tierId("A", 1),
  tiers: 3,
  venueBase: 510_000,
  venues: 32,
  /** The others have one venue, program and tier each, of the same number. */
  otherBase: 500_000,
  others: 50,
  memberBase: 2_000_000,
  /** Has `some` rows of each kind; the last one in lists of members. */
  member: 1_999_999,
  /** So many members have the name that is looked for. */
  named: 40,
  searched: "zebulon",
  /** So many claims wait at the desks. */
  open: 200,
  /** So many stays arrive within the window. */
  arriving: 400,
  claimedOffers: 20,
  /** Of what is configured: offers, programs, benefits, pools, pages and the like. */
  base: 40_000,
  workspace: fixtures.workspaces.get(fixtures.listed) ?? 0,
  actionBase: 100_000_000,
  talkBase: 3_000_000
} as const

/** When the first row was written; the next ones are two minutes apart. */
export const firstWritten = "2020-01-01T00:00:00Z"

/** When the row with that number was written. */
export const writtenAt = (n: string) => `timestamptz '${firstWritten}' + ${n} * interval '2 minutes'`

const { organization, otherBase, others, program, tier, tiers, venueBase, venues } = breadth

/** The numbers from $1 to $2 (exclusive) as `t.n`, with the tenant, venue, program and tier of each and when it was written. */
export const placed = `(
    SELECT n, ${writtenAt("n")} AS at,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${organization} END AS organization_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${venueBase} + n % ${venues} END AS property_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${program} END AS program_id,
      CASE WHEN n % 5 = 0 THEN ${otherBase} + n / 5 % ${others} ELSE ${tier} + n % ${tiers} END AS tier_id
    FROM generate_series($1::integer, $2::integer - 1) n
  ) t`
