import { DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { venues } from "../../../src/demo/venues.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { emptyDataset } from "./emptyDataset.ts"

/** The start time of histories. */
export const historyStart = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")

/** The members of histories: the second and the third are in A's program, and none has any rows yet. */
export const historyMembers = [701, 702, 703, 704] as const

const demo = demoWithoutCities(historyStart)
const venueIds: ReadonlySet<number> = new Set(Object.values(venues).map(({ id }) => id))
const [anyone] = demo.members

const enrolled = (memberId: MemberId, like: MemberId) =>
  demo.enrolments.filter((row) => row.memberId === like).map((row) => ({ ...row, memberId }))

/** The offers of the demo data with unassigned codes, and four members. */
export const historyDataset: Dataset = {
  ...emptyDataset,
  organizations: demo.organizations,
  brands: demo.brands,
  properties: demo.properties.filter(({ id }) => venueIds.has(id)),
  programs: demo.programs,
  tiers: demo.tiers,
  earningRules: demo.earningRules,
  members: historyMembers.flatMap((id) =>
    anyone === undefined
      ? []
      : [
          {
            ...anyone,
            id: MemberId.make(id),
            xid: String(id).padStart(26, "0"),
            identitySubject: `member-${id}`,
            email: `m${id}@example.com`
          }
        ]
  ),
  enrolments: [...enrolled(MemberId.make(702), memberIds.M3), ...enrolled(MemberId.make(703), memberIds.M1)],
  offerCategories: demo.offerCategories,
  offers: demo.offers,
  offerCodePools: demo.offerCodePools,
  offerCodes: demo.offerCodes.filter(({ status }) => status === "available")
}
