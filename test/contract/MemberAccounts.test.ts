import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { stays } from "../../src/demo/stays.ts"
import { MemberAccounts } from "../../src/domain/members/MemberAccounts.ts"
import type { Transfer } from "../../src/domain/members/Transfer.ts"
import { Members } from "../../src/domain/members/Members.ts"
import { Reservations } from "../../src/domain/reservations/Reservations.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as MemberAccountsLayer from "../../src/layers/repositories/MemberAccountsLayer.ts"
import * as MembersLayer from "../../src/layers/repositories/MembersLayer.ts"
import * as ReservationsLayer from "../../src/layers/repositories/ReservationsLayer.ts"
import { member, start, staysDataset, wallet } from "../support/staysDataset.ts"
import { twins } from "../support/twins.ts"

const twin = {
  layerMemory: Layer.mergeAll(MemberAccountsLayer.layerMemory, MembersLayer.layerMemory, ReservationsLayer.layerMemory),
  layerSql: Layer.mergeAll(MemberAccountsLayer.layerSql, MembersLayer.layerSql, ReservationsLayer.layerSql)
}

const closed = (days: number) => ({ status: "closed" as const, closedAt: DateTime.subtract(start, { days }) })

const holding = staysDataset({
  members: [
    ...member(1),
    ...member(2, closed(30)),
    ...member(3, closed(40)),
    ...member(4, closed(29)),
    ...member(5, closed(40)),
    ...member(6)
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
  it.effect("DOMAIN 4.5: an account is found by its number, locked or not", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const expected = { id: 2, xid: "00000000000000000000000002", status: "closed", mergedInto: null } as const
      for (const find of [accounts.find, (id: number) => atomically(accounts.findForUpdate(id))]) {
        const { id, mergedInto, status, xid } = Option.getOrThrow(yield* find(2))
        assert.deepStrictEqual({ id, xid, status, mergedInto }, expected)
        assert.deepStrictEqual(yield* find(99), Option.none())
      }
    })
  )

  it.effect("DOMAIN 4.5: lists who was closed long enough ago and still has points, by number", () =>
    Effect.gen(function* () {
      const { listHolding } = yield* MemberAccounts
      const before = DateTime.subtract(start, { days: 30 })
      assert.deepStrictEqual(yield* listHolding(before, 10), [2, 3])
      assert.deepStrictEqual(yield* listHolding(before, 1), [2])
      assert.deepStrictEqual(yield* listHolding(DateTime.subtract(before, { milliseconds: 1 }), 10), [3])
    })
  )

  it.effect("DOMAIN 4.5: a closed account keeps its first end, and its successor", () =>
    Effect.gen(function* () {
      const { find, listHolding, updateClosed } = yield* MemberAccounts
      yield* updateClosed({ id: 3, mergedInto: 1, now: start })
      yield* updateClosed({ id: 3, mergedInto: null, now: start })
      assert.strictEqual(Option.getOrThrow(yield* find(3)).mergedInto, 1)
      assert.include(yield* listHolding(DateTime.subtract(start, { days: 40 }), 10), 3)
    })
  )

  it.effect("DOMAIN 4.5: a transfer is recorded once", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const transfer: Transfer = { id: "t1", fromMember: 1, toMember: 6, points: 7, createdAt: start }
      assert.deepStrictEqual(yield* accounts.findTransfer("t1"), Option.none())
      yield* accounts.insertTransfer(transfer)
      assert.deepStrictEqual(yield* accounts.findTransfer("t1"), Option.some(transfer))
      const again = yield* Effect.exit(atomically(accounts.insertTransfer(transfer)))
      assert.strictEqual(again._tag, "Failure")
    })
  )
})

twins("MemberAccounts, over the demo data", twin, demoDataset(start), (it) => {
  it.effect("DOMAIN 4.5: closing an account ends its enrolments; everything of it becomes another member's", () =>
    Effect.gen(function* () {
      const accounts = yield* MemberAccounts
      const members = yield* Members
      const reservations = yield* Reservations
      const count = (memberId: number) =>
        Effect.map(
          reservations.list({
            memberId,
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
      assert.deepStrictEqual([yield* count(M3), yield* count(M1)], [dated("M3"), dated("M1")])
      yield* accounts.changeOwner({ from: M3, to: M1, now: start })
      assert.deepStrictEqual([yield* count(M3), yield* count(M1)], [0, dated("M3") + dated("M1")])
      assert.lengthOf((yield* members.getProfile(M3)).tiers, 1)
      yield* accounts.updateClosed({ id: M3, mergedInto: M1, now: start })
      assert.lengthOf((yield* members.getProfile(M3)).tiers, 0)
    })
  )
})
