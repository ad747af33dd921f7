import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { stays } from "../../src/demo/stays.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { MemberAccounts } from "../../src/domain/members/MemberAccounts.ts"
import type { Transfer } from "../../src/domain/members/Transfer.ts"
import { MemberProfiles } from "../../src/domain/members/MemberProfiles.ts"
import { StayViews } from "../../src/domain/reservations/StayViews.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { InsightRecords } from "../../src/domain/insight/InsightRecords.ts"
import * as InsightRecordsLayer from "../../src/layers/repositories/InsightRecordsLayer.ts"
import * as MemberAccountsLayer from "../../src/layers/repositories/MemberAccountsLayer.ts"
import * as MemberProfilesLayer from "../../src/layers/repositories/MemberProfilesLayer.ts"
import * as StayViewsLayer from "../../src/layers/repositories/StayViewsLayer.ts"
import { member, start, staysDataset, wallet } from "../support/datasets/staysDataset.ts"
import { twins } from "../support/twins.ts"

const twin = {
  layerMemory: Layer.mergeAll(
    InsightRecordsLayer.layerMemory,
    MemberAccountsLayer.layerMemory,
    MemberProfilesLayer.layerMemory,
    StayViewsLayer.layerMemory
  ),
  layerSql: Layer.mergeAll(
    InsightRecordsLayer.layerSql,
    MemberAccountsLayer.layerSql,
    MemberProfilesLayer.layerSql,
    StayViewsLayer.layerSql
  )
}

const closed = (days: number) => ({ status: "closed" as const, closedAt: DateTime.subtract(start, { days }) })

const holding = staysDataset({
  members: [
    ...member(1),
    ...member(2, closed(30)),
    ...member(3, closed(40)),
    ...member(4, closed(29)),
    ...member(5, closed(40)),
    ...member(6),
    ...member(7, { identitySubject: "subject v", status: "suspended" }),
    ...member(8, { identitySubject: "Subject v" })
  ],
  enrolments: [],
  wallets: [
    { ...wallet(1), validBalance: 5 },
    { ...wallet(2), creditBalance: 5 },
    { ...wallet(3), validBalance: 5 },
    { ...wallet(4), validBalance: 5 },
    wallet(5)
  ]
})

twins("MemberAccounts", twin, holding, (it) => {
  it.effect("MEM-003: finds an account by the subject of its tokens, whatever its status", () =>
    Effect.gen(function* () {
      const { findByIdentity } = yield* MemberAccounts
      assert.deepStrictEqual(
        yield* findByIdentity("member-6"),
        Option.some({ id: MemberId.make(6), xid: "00000000000000000000000006", status: "active" as const })
      )
      const statusOf = (subject: string) =>
        Effect.map(
          findByIdentity(subject),
          Option.map(({ status }) => status)
        )
      assert.deepStrictEqual(yield* statusOf("subject v"), Option.some("suspended" as const))
      assert.deepStrictEqual(yield* statusOf("member-2"), Option.some("closed" as const))
    })
  )

  it.effect("MEM-003: compares subjects exactly", () =>
    Effect.gen(function* () {
      const { findByIdentity } = yield* MemberAccounts
      const idOf = (subject: string) => Effect.map(findByIdentity(subject), (found) => Option.getOrUndefined(found)?.id)
      assert.deepStrictEqual([yield* idOf("subject v"), yield* idOf("Subject v")], [7, 8])
      for (const subject of ["SUBJECT V", "subject v ", " subject v", "subject", "", "%", "subject_v", "' OR 1=1 --"]) {
        assert.isUndefined(yield* idOf(subject))
      }
    })
  )

  it.effect("DOMAIN 4.5: finds an account by its internal id, with or without a lock, and by its external id", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const xid2 = "00000000000000000000000002"
      const expected = { id: MemberId.make(2), xid: xid2, status: "closed", mergedInto: null } as const
      for (const find of [accounts.find, (id: number) => atomically(accounts.findForUpdate(MemberId.make(id)))]) {
        const { id, mergedInto, status, xid } = Option.getOrThrow(yield* find(MemberId.make(2)))
        assert.deepStrictEqual({ id, xid, status, mergedInto }, expected)
        assert.deepStrictEqual(yield* find(MemberId.make(99)), Option.none())
      }
      const { id, mergedInto, status, xid } = Option.getOrThrow(yield* accounts.findByXid(xid2))
      assert.deepStrictEqual({ id, xid, status, mergedInto }, expected)
      assert.deepStrictEqual(yield* accounts.findByXid("00000000000000000000000099"), Option.none())
    })
  )

  it.effect("DOMAIN 4.5: lists members closed long enough ago who still have points, by id", () =>
    Effect.gen(function* () {
      const { listHolding } = yield* MemberAccounts
      const before = DateTime.subtract(start, { days: 30 })
      assert.deepStrictEqual(yield* listHolding(before, 10), [MemberId.make(2), MemberId.make(3)])
      assert.deepStrictEqual(yield* listHolding(before, 1), [MemberId.make(2)])
      assert.deepStrictEqual(yield* listHolding(DateTime.subtract(before, { milliseconds: 1 }), 10), [MemberId.make(3)])
    })
  )

  it.effect("DOMAIN 4.5: closing a closed account keeps its first closedAt and its mergedInto", () =>
    Effect.gen(function* () {
      const { find, listHolding, updateClosed } = yield* MemberAccounts
      yield* updateClosed({ id: MemberId.make(3), mergedInto: MemberId.make(1), now: start })
      yield* updateClosed({ id: MemberId.make(3), mergedInto: null, now: start })
      assert.strictEqual(Option.getOrThrow(yield* find(MemberId.make(3))).mergedInto, 1)
      assert.include(yield* listHolding(DateTime.subtract(start, { days: 40 }), 10), MemberId.make(3))
    })
  )

  it.effect("DOMAIN 4.5: a transfer is recorded once", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const transfer: Transfer = {
        id: "t1",
        fromMember: MemberId.make(1),
        toMember: MemberId.make(6),
        points: 7,
        createdAt: start
      }
      assert.deepStrictEqual(yield* accounts.findTransfer("t1"), Option.none())
      yield* accounts.insertTransfer(transfer)
      assert.deepStrictEqual(yield* accounts.findTransfer("t1"), Option.some(transfer))
      const again = yield* Effect.exit(atomically(accounts.insertTransfer(transfer)))
      assert.strictEqual(again._tag, "Failure")
    })
  )
})

twins("MemberAccounts, over the demo data", twin, demoWithoutCities(start), (it) => {
  it.effect("DOMAIN 4.5: stays and insight records move to another member; closing an account ends enrolments", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const profiles = yield* MemberProfiles
      const reservations = yield* StayViews
      const count = (memberId: number) =>
        Effect.map(
          reservations.list({
            memberId: MemberId.make(memberId),
            from: undefined,
            to: undefined,
            status: undefined,
            sortBy: "id",
            limit: 1,
            offset: 0,
            now: start
          }),
          ({ total }) => total
        )
      const dated = (name: string) => stays.filter(({ member: of, offset }) => of === name && offset !== null).length
      const { M1, M3 } = memberIds
      const insights = (memberId: number) =>
        Effect.map(
          InsightRecords.use((records) =>
            records.list({ reach: { organizationIds: [organizationIds.A], venueIds: "all" }, memberId })
          ),
          (records) => records.length
        )
      assert.deepStrictEqual([yield* count(M3), yield* count(M1)], [dated("M3"), dated("M1")])
      assert.deepStrictEqual([yield* insights(M3), yield* insights(M1)], [1, 3])
      yield* accounts.changeOwner({ from: M3, to: M1, now: start })
      assert.deepStrictEqual([yield* count(M3), yield* count(M1)], [0, dated("M3") + dated("M1")])
      assert.deepStrictEqual([yield* insights(M3), yield* insights(M1)], [0, 4])
      assert.lengthOf((yield* profiles.get(M3, start)).tiers, 1)
      yield* accounts.updateClosed({ id: M3, mergedInto: M1, now: start })
      assert.lengthOf((yield* profiles.get(M3, start)).tiers, 0)
    })
  )
})
