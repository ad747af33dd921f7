import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { adjustPoints } from "../../../src/domain/wallet/adjustPoints.ts"
import { expireDueLots } from "../../../src/domain/wallet/expireDueLots.ts"
import { moveWallet } from "../../../src/domain/wallet/moveWallet.ts"
import { Wallets } from "../../../src/domain/wallet/Wallets.ts"
import * as UlidsLayer from "../../../src/layers/UlidsLayer.ts"
import * as WalletsLayer from "../../../src/layers/repositories/WalletsLayer.ts"
import { atTime } from "../../support/atTime.ts"
import { twins } from "../../support/twins.ts"
import { start, walletsDataset } from "../../support/datasets/walletsDataset.ts"

const twin = {
  layerMemory: Layer.merge(WalletsLayer.layerMemory, UlidsLayer.layer),
  layerSql: Layer.merge(WalletsLayer.layerSql, UlidsLayer.layer)
}

const at = (days: number) => DateTime.add(start, { days })

/** VALID points that expire after `days`; without `days`, CREDIT, which never expires. */
const grant = (memberId: number, points: number, days?: number) =>
  atTime(start)(
    atomically(
      moveWallet(MemberId.make(memberId), (move) =>
        Effect.succeed(
          adjustPoints(move, {
            correctionId: `${memberId}-${points}-${days ?? "never"}`,
            asset: days === undefined ? "CREDIT" : "VALID",
            points,
            description: "Points given",
            expiresAt: at(days ?? 365)
          })
        )
      )
    )
  )

const balances = (...members: ReadonlyArray<number>) =>
  Effect.forEach(members, (member) =>
    Effect.map(
      Wallets.use((wallets) => wallets.get(MemberId.make(member))),
      ({ creditBalance, entryCount, validBalance }) => [validBalance, creditBalance, entryCount]
    )
  )

/** Moves of this member's wallet fail after they were written. */
const refusing =
  (memberId: number) =>
  <A, E, R>(run: Effect.Effect<A, E, R>) =>
    Wallets.use((wallets) =>
      Effect.provideService(
        run,
        Wallets,
        Wallets.of({
          ...wallets,
          insertMove: (move) =>
            Effect.andThen(
              wallets.insertMove(move),
              move.wallet.memberId === memberId ? Effect.die(new Error("refused")) : Effect.void
            )
        })
      )
    )

twins("expireDueLots", twin, walletsDataset(13), (it) => {
  it.effect("DOMAIN 4.1, MEM-092: expires every due lot once, including one due at this instant, and no other", () =>
    Effect.gen(function* () {
      yield* grant(1, 100, 1)
      yield* grant(1, 70, 2)
      yield* grant(1, 30, 3)
      yield* grant(1, 5)
      yield* grant(2, 40, 2)
      yield* grant(3, 90, 4)
      const expire = atTime(at(2))(expireDueLots())
      assert.strictEqual(yield* expire, 3)
      const left = [
        [30, 5, 6],
        [0, 0, 2],
        [90, 0, 1]
      ]
      assert.deepStrictEqual(yield* balances(1, 2, 3), left)
      assert.strictEqual(yield* expire, 0)
      assert.deepStrictEqual(yield* balances(1, 2, 3), left)
    })
  )

  it.effect("DOMAIN 4.1: continues until no lot is due, even with batches of 2", () =>
    Effect.gen(function* () {
      for (const member of [4, 5, 6, 7, 8]) yield* grant(member, 10 * member, 1)
      assert.strictEqual(yield* atTime(at(1))(expireDueLots(2)), 5)
      assert.deepStrictEqual(
        yield* balances(4, 5, 6, 7, 8),
        [4, 5, 6, 7, 8].map(() => [0, 0, 2])
      )
    })
  )

  it.effect(
    "DOMAIN 4.1: uses one transaction per member; a member whose move fails keeps the lot, and the others' lots expire",
    () =>
      Effect.gen(function* () {
        for (const member of [9, 10, 11]) yield* grant(member, 50, 1)
        const run = refusing(9)(atTime(at(1))(expireDueLots()))
        assert.strictEqual((yield* Effect.exit(run))._tag, "Failure")
        assert.deepStrictEqual(yield* balances(9, 10, 11), [
          [50, 0, 1],
          [0, 0, 2],
          [0, 0, 2]
        ])
        assert.strictEqual(yield* atTime(at(1))(expireDueLots()), 1)
      })
  )

  it.effect("DOMAIN 4.1: a failing member with more due lots than a batch does not block the members behind them", () =>
    Effect.gen(function* () {
      for (const points of [10, 20, 30, 40]) yield* grant(12, points, 1)
      yield* grant(13, 50, 2)
      const run = refusing(12)(atTime(at(2))(expireDueLots(2)))
      assert.strictEqual((yield* Effect.exit(run))._tag, "Failure")
      assert.deepStrictEqual(yield* balances(12, 13), [
        [100, 0, 4],
        [0, 0, 2]
      ])
    })
  )
})
