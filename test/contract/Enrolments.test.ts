import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programIds, programXids, tierId } from "../../src/demo/demoPrograms.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { Enrolments } from "../../src/domain/members/Enrolments.ts"
import { type Enrolment, MemberId } from "../../src/domain/members/Member.ts"
import { ProgramId } from "../../src/domain/programs/Program.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { MemberProfiles } from "../../src/domain/members/MemberProfiles.ts"
import * as EnrolmentsLayer from "../../src/layers/repositories/EnrolmentsLayer.ts"
import * as MemberProfilesLayer from "../../src/layers/repositories/MemberProfilesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)

const left = MemberId.make(9001)

const account = demo.members.filter(({ id }) => id === memberIds.M_new)

/** The enrolment of `left` in A's program, at its highest tier, has ended. */
const dataset: Dataset = {
  ...demo,
  members: [
    ...demo.members,
    ...account.map((row) => ({ ...row, id: left, xid: "01K000000000000000000000SS", identitySubject: "left" }))
  ],
  enrolments: [
    ...demo.enrolments,
    {
      organizationId: organizationIds.A,
      programId: programIds.A,
      memberId: left,
      tierId: tierId("A", 3),
      tierExpiresAt: DateTime.add(now, { days: 9 }),
      qualifyingPoints: 7000,
      qualifyingNights: 12,
      status: "ended",
      enrolledAt: DateTime.subtract(now, { days: 9 })
    }
  ]
}

const layers = {
  layerMemory: Layer.merge(EnrolmentsLayer.layerMemory, MemberProfilesLayer.layerMemory),
  layerSql: Layer.merge(EnrolmentsLayer.layerSql, MemberProfilesLayer.layerSql)
}

const insert = (memberId: number, programId: number) =>
  Enrolments.use((enrolments) =>
    enrolments.insert({ memberId: MemberId.make(memberId), programId: ProgramId.make(programId), now })
  )

const tiersOf = (memberId: number) =>
  Effect.map(
    MemberProfiles.use((members) => members.get(MemberId.make(memberId), now)),
    ({ tiers }) => tiers.map(({ level, programName, qualifyingPoints }) => ({ level, programName, qualifyingPoints }))
  )

twins("Enrolments", layers, dataset, (it) => {
  it.effect("MEM-119: enrols a member in the lowest tier of a program, with 0 points", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tiersOf(memberIds.M_new), [])
      yield* insert(memberIds.M_new, programIds.B)
      assert.deepStrictEqual(yield* tiersOf(memberIds.M_new), [
        { level: 1, programName: "Program B", qualifyingPoints: 0 }
      ])
    })
  )

  it.effect("MEM-119: leaves an enrolled member unchanged", () =>
    Effect.gen(function* () {
      const before = yield* tiersOf(memberIds.M2)
      yield* insert(memberIds.M2, programIds.A)
      assert.deepStrictEqual(yield* tiersOf(memberIds.M2), before)
      assert.strictEqual(before[0]?.level, 3)
    })
  )

  it.effect("MEM-119: a member whose enrolment ended starts over in the lowest tier, with 0 points", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tiersOf(left), [])
      yield* insert(left, programIds.A)
      assert.deepStrictEqual(yield* tiersOf(left), [{ level: 1, programName: "Program A", qualifyingPoints: 0 }])
    })
  )

  it.effect("DOMAIN 8.3: enrols only in an active program; a merge carries over enrolments in any", () =>
    Effect.gen(function* () {
      const enrolments = yield* Enrolments
      for (const name of ["A_draft", "A_archived"]) {
        const { id } = demo.programs.find(({ xid }) => xid === programXids[name]) ?? assert.fail(name)
        assert.isFalse(yield* atomically(insert(memberIds.M3, id)), name)
        assert.lengthOf(yield* tiersOf(memberIds.M3), 1)
      }
      const { id } = demo.programs.find(({ xid }) => xid === programXids["A_archived"]) ?? assert.fail()
      yield* atomically(enrolments.insertMerged({ memberId: memberIds.M3, programId: id, now }))
      assert.includeMembers(
        (yield* tiersOf(memberIds.M3)).map(({ programName }) => programName),
        ["Program A archived"]
      )
      assert.isTrue(yield* atomically(insert(memberIds.M3, programIds.B)))
      assert.isTrue(yield* atomically(insert(memberIds.M3, programIds.B)))
    })
  )

  it.effect("fails for a missing member", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(insert(999_999, programIds.A))
      assert.strictEqual(exit._tag, "Failure")
    })
  )

  it.effect("DOMAIN 4.4: returns an active enrolment with its program and all its tiers, lowest first", () =>
    Effect.gen(function* () {
      const enrolments = yield* Enrolments
      const find = (memberId: number) =>
        atomically(enrolments.findForUpdate({ memberId: MemberId.make(memberId), programId: programIds.A }))
      const { enrolment, programName, tiers } = Option.getOrThrow(yield* find(memberIds.M1))
      const stored = demo.enrolments.find(({ memberId }) => memberId === memberIds.M1)
      assert.deepStrictEqual([enrolment, programName], [stored, "Program A"])
      assert.deepStrictEqual(
        tiers.map(({ id, level, qualifyingNights, qualifyingPoints, validityMonths }) => [
          id,
          level,
          qualifyingPoints,
          qualifyingNights,
          validityMonths
        ]),
        [
          [tierId("A", 1), 1, 0, null, 12],
          [tierId("A", 2), 2, 1000, null, 12],
          [tierId("A", 3), 3, 5000, null, 12]
        ]
      )
      assert.deepStrictEqual(yield* find(memberIds.M9), Option.none())
      assert.deepStrictEqual(yield* find(memberIds.M_closed), Option.none())
    })
  )

  it.effect("DOMAIN 4.4: updates an enrolment except its enrolledAt; an ended one is neither found nor listed", () =>
    Effect.gen(function* () {
      const enrolments = yield* Enrolments
      const key = { memberId: memberIds.M9, programId: programIds.B }
      const { enrolment } = Option.getOrThrow(yield* atomically(enrolments.findForUpdate(key)))
      const changed = {
        ...enrolment,
        tierId: tierId("B", 3),
        tierExpiresAt: DateTime.subtract(now, { days: 2 }),
        qualifyingPoints: 77,
        qualifyingNights: 7
      }
      yield* enrolments.update({ ...changed, enrolledAt: now })
      assert.deepStrictEqual(Option.getOrThrow(yield* atomically(enrolments.findForUpdate(key))).enrolment, changed)
      const ended = { ...key, programId: programIds.A }
      yield* enrolments.insert({ ...ended, now })
      assert.deepStrictEqual(yield* enrolments.listByMember(memberIds.M9), [ended, key])
      const other = Option.getOrThrow(yield* atomically(enrolments.findForUpdate(ended))).enrolment
      yield* enrolments.update({ ...other, status: "ended" })
      assert.deepStrictEqual(yield* enrolments.listByMember(memberIds.M9), [key])
      assert.deepStrictEqual(yield* atomically(enrolments.findForUpdate(ended)), Option.none())
    })
  )

  it.effect("DOMAIN 4.4: lists active enrolments whose tier has expired, longest expired first", () =>
    Effect.gen(function* () {
      const enrolments = yield* Enrolments
      const M9 = { programId: programIds.B, memberId: memberIds.M9 }
      const M1 = { programId: programIds.A, memberId: memberIds.M1 }
      const { enrolment } = Option.getOrThrow(yield* atomically(enrolments.findForUpdate(M1)))
      yield* enrolments.update({ ...enrolment, tierExpiresAt: now })
      assert.deepStrictEqual(yield* enrolments.listEnded({ now, limit: 10 }), [M9, M1])
      assert.deepStrictEqual(yield* enrolments.listEnded({ now, limit: 1 }), [M9])
      assert.deepStrictEqual(
        yield* enrolments.listEnded({
          now: DateTime.subtract(now, { milliseconds: 1 }),
          limit: 10
        }),
        [M9]
      )
    })
  )

  it.effect("DOMAIN 4.4: lists the ended tiers of a program by member, page by page, and replaces them", () =>
    Effect.gen(function* () {
      const enrolments = yield* Enrolments
      const [first, second] = [memberIds.M1, memberIds.M3].toSorted((a, b) => a - b)
      const key = { organizationId: organizationIds.A, programId: programIds.A }
      for (const memberId of [memberIds.M1, memberIds.M3]) {
        const { enrolment } = Option.getOrThrow(yield* atomically(enrolments.findForUpdate({ ...key, memberId })))
        yield* enrolments.update({ ...enrolment, tierExpiresAt: now })
      }
      const list = (
        of: { readonly after?: MemberId | undefined; readonly limit?: number; readonly now?: DateTime.Utc } = {}
      ) => atomically(enrolments.listEndedForUpdate({ ...key, now, after: undefined, limit: 10, ...of }))
      const members = (rows: ReadonlyArray<Enrolment>) => rows.map(({ memberId }) => memberId)
      const all = yield* list()
      assert.deepStrictEqual(members(all), [first, second])
      assert.deepStrictEqual(members(yield* list({ limit: 1 })), [first])
      assert.deepStrictEqual(members(yield* list({ after: first })), [second])
      assert.deepStrictEqual(yield* list({ now: DateTime.subtract(now, { milliseconds: 1 }) }), [])
      const renewed = DateTime.add(now, { days: 1 })
      const replaced = [renewed, null].flatMap((tierExpiresAt, index) =>
        all.slice(index, index + 1).map((enrolment) => ({
          ...enrolment,
          tierId: tierId("A", 1),
          tierExpiresAt,
          qualifyingPoints: 7,
          qualifyingNights: 3
        }))
      )
      yield* enrolments.updatePeriods({ ...key, enrolments: replaced })
      assert.deepStrictEqual(yield* list(), [])
      for (const enrolment of replaced) {
        const found = yield* atomically(enrolments.findForUpdate(enrolment))
        assert.deepStrictEqual(Option.getOrThrow(found).enrolment, enrolment)
      }
    })
  )
})
