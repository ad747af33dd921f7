import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { programIds, tierId } from "../../src/demo/demoPrograms.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { type Enrolment, MemberId } from "../../src/domain/members/Member.ts"
import { MemberMissing } from "../../src/domain/members/MemberErrors.ts"
import { MemberProfiles } from "../../src/domain/members/MemberProfiles.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { endTierPeriods } from "../../src/domain/programs/TierProgress.ts"
import { TierId } from "../../src/domain/programs/Program.ts"
import * as MemberProfilesLayer from "../../src/layers/repositories/MemberProfilesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)

const enrolment = (facts: Partial<Enrolment> & Pick<Enrolment, "memberId">): Enrolment => ({
  organizationId: OrganizationId.make(1),
  programId: programIds.A,
  tierId: tierId("A", 1),
  tierExpiresAt: null,
  qualifyingPoints: 0,
  qualifyingNights: 0,
  status: "active",
  enrolledAt: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
  ...facts
})

const memberWith = (id: MemberId, letter: string, facts: Partial<Dataset["members"][number]> = {}) => ({
  id,
  xid: `01K000000000000000000000${letter}${letter}`,
  identitySubject: `subject ${letter}`,
  firstName: "Member",
  lastName: letter,
  email: `member-${letter.toLowerCase()}@example.com`,
  phone: null,
  country: null,
  language: null,
  preferences: { nested: { list: [1, "two", null] } },
  status: "active" as const,
  mergedInto: null,
  closedAt: null,
  createdAt: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
  updatedAt: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
  ...facts
})

const [suspended, left, level, surplus] = [
  MemberId.make(9001),
  MemberId.make(9002),
  MemberId.make(9003),
  MemberId.make(9004)
]
const platinum = 799

/** `level` holds the tier of level 2 in both programs, `surplus` has more points than the next tier needs. */
const dataset: Dataset = {
  ...demo,
  members: [
    ...demo.members,
    memberWith(suspended, "S", { status: "suspended" }),
    memberWith(left, "F"),
    memberWith(level, "V"),
    memberWith(surplus, "X")
  ],
  tiers: [
    ...demo.tiers,
    {
      id: TierId.make(platinum),
      xid: "tier-a-5",
      organizationId: OrganizationId.make(1),
      programId: programIds.A,
      name: "Platinum",
      level: 5,
      qualifyingPoints: 20_000,
      qualifyingNights: null,
      multiplier: BigDecimal.fromStringUnsafe("2.05"),
      validityMonths: 12,
      color: null,
      updatedAt: now
    }
  ],
  enrolments: [
    ...demo.enrolments,
    enrolment({ memberId: left, status: "ended" }),
    enrolment({
      memberId: suspended,
      organizationId: OrganizationId.make(2),
      programId: programIds.B,
      tierId: tierId("B", 2),
      tierExpiresAt: DateTime.makeUnsafe("2028-02-29T23:30:00Z"),
      qualifyingPoints: 1000
    }),
    enrolment({ memberId: level, tierId: tierId("A", 2), qualifyingPoints: 1000 }),
    enrolment({
      memberId: level,
      organizationId: OrganizationId.make(2),
      programId: programIds.B,
      tierId: tierId("B", 2),
      qualifyingPoints: 1000
    }),
    enrolment({ memberId: surplus, tierId: tierId("A", 3), qualifyingPoints: 25_000 }),
    enrolment({ memberId: suspended, tierId: TierId.make(platinum), qualifyingPoints: 20_001 })
  ]
}

const programXid = (id: number) => dataset.programs.find((program) => program.id === id)?.xid
const tierXid = (id: number) => dataset.tiers.find((tier) => tier.id === id)?.xid

twins("MemberProfiles", MemberProfilesLayer, dataset, (it) => {
  it.effect("MEM-112: returns the whole profile of a member in two programs, highest level first", () =>
    Effect.gen(function* () {
      const profiles = yield* MemberProfiles
      const gold = {
        programId: programXid(programIds.A),
        programName: "Program A",
        id: tierXid(tierId("A", 3)),
        name: "Gold",
        level: 3,
        multiplier: 1.5,
        qualifyingPoints: 7200,
        nextTier: { name: "Platinum", level: 5, pointsNeeded: 12_800 }
      }
      const blue = {
        programId: programXid(programIds.B),
        programName: "Program B",
        id: tierXid(tierId("B", 1)),
        name: "Blue",
        level: 1,
        multiplier: 1,
        qualifyingPoints: 100,
        nextTier: { name: "Silver", level: 2, pointsNeeded: 900 }
      }
      const stored = dataset.members.find((member) => member.id === memberIds.M2)
      assert.deepStrictEqual<unknown>(yield* profiles.get(memberIds.M2, now), {
        externalId: memberXid("M2"),
        firstName: "Member",
        lastName: "Two",
        email: "m2@example.com",
        phone: stored?.phone,
        country: "PT",
        language: "en",
        tier: gold,
        tiers: [gold, blue],
        memberSince: stored?.createdAt,
        preferences: stored?.preferences
      })
    })
  )

  it.effect("MEM-112: keeps nested preferences, and omits phone, country and language when they are null", () =>
    Effect.gen(function* () {
      const profile = yield* MemberProfiles.use((profiles) => profiles.get(suspended, now))
      assert.deepStrictEqual(profile.preferences, { nested: { list: [1, "two", null] } })
      for (const name of ["phone", "country", "language"]) assert.notProperty(profile, name)
      assert.strictEqual(DateTime.formatIso(profile.memberSince), "2026-01-02T03:04:05.678Z")
    })
  )

  it.effect("MEM-112: a member who was never enrolled or whose enrolment ended has no tier", () =>
    Effect.gen(function* () {
      const profiles = yield* MemberProfiles
      for (const id of [memberIds.M_new, left]) {
        const { tier, tiers } = yield* profiles.get(MemberId.make(id), now)
        assert.deepStrictEqual([tier, tiers], [null, []])
      }
    })
  )

  it.effect("MEM-112: orders tiers of one level by the program's external id", () =>
    Effect.gen(function* () {
      const { tier, tiers } = yield* MemberProfiles.use((profiles) => profiles.get(level, now))
      const programs = tiers.map(({ programId }) => programId)
      assert.deepStrictEqual<unknown>(programs, [programXid(programIds.A), programXid(programIds.B)].toSorted())
      assert.deepStrictEqual(tier, tiers[0])
    })
  )

  it.effect("MEM-112: pointsNeeded is 0 when the points suffice; the highest tier has no nextTier", () =>
    Effect.gen(function* () {
      const profiles = yield* MemberProfiles
      const { tier } = yield* profiles.get(surplus, now)
      assert.deepStrictEqual(tier?.nextTier, { name: "Platinum", level: 5, pointsNeeded: 0 })
      const highest = yield* profiles.get(suspended, now)
      assert.strictEqual(highest.tier?.multiplier, 2.05)
      assert.isNull(highest.tier?.nextTier)
    })
  )

  it.effect("DOMAIN 4.4, MEM-112: returns the tier that results from all ended periods, and the points since", () =>
    Effect.gen(function* () {
      const profiles = yield* MemberProfiles
      const seen = new Set<string>()
      for (const { memberId, ...enrolment } of dataset.enrolments.filter(({ status }) => status === "active")) {
        const tiers = dataset.tiers.filter(({ programId }) => programId === enrolment.programId)
        const program = dataset.programs.find(({ id }) => id === enrolment.programId)
        const end = enrolment.tierExpiresAt ?? now
        for (const [step, at] of Object.entries({
          before: DateTime.subtract(end, { milliseconds: 1 }),
          end,
          lastDay: DateTime.subtract(DateTime.add(end, { months: 12 }), { milliseconds: 1 }),
          secondEnd: DateTime.add(end, { months: 12 }),
          later: DateTime.add(end, { months: 24 }),
          muchLater: DateTime.add(end, { days: 2000 })
        })) {
          const current = endTierPeriods({ memberId, ...enrolment }, tiers, at)
          const expected = tiers.find(({ id }) => id === current.tierId)
          const held = (yield* profiles.get(memberId, at)).tiers.find(({ programId }) => programId === program?.xid)
          assert.deepStrictEqual(
            [held?.id, held?.level, held?.qualifyingPoints],
            [expected?.xid, expected?.level, current.qualifyingPoints],
            `${memberId} ${step}`
          )
          seen.add(`${step} ${held?.level}`)
        }
      }
      for (const state of ["before 3", "end 3", "lastDay 3", "secondEnd 1", "later 1"]) assert.include(seen, state)
    })
  )

  it.effect("fails with MemberMissing for an unknown member", () =>
    Effect.gen(function* () {
      const profiles = yield* MemberProfiles
      for (const id of [1, 2_147_483_647]) {
        assert.deepStrictEqual(yield* Effect.flip(profiles.get(MemberId.make(id), now)), new MemberMissing())
      }
    })
  )
})
