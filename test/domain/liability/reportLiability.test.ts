import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import {
  LiabilityBooks,
  type LiabilityPeriod,
  type LiabilitySums
} from "../../../src/domain/liability/LiabilityBooks.ts"
import { LedgerDisagrees } from "../../../src/domain/liability/LiabilityErrors.ts"
import { reportLiability } from "../../../src/domain/liability/reportLiability.ts"
import { atTime } from "../../support/atTime.ts"

const now = DateTime.makeUnsafe("2026-03-10T12:34:56.789Z")

const nothing: LiabilitySums = { entries: 10, moved: [], open: [], held: [] }

/** Books with these sums, and the periods requested of them. */
const booksOf = (all: ReadonlyArray<LiabilitySums>) => {
  const periods: Array<LiabilityPeriod> = []
  const books = LiabilityBooks.of({
    snapshot: (read) => read,
    count: Effect.succeed(25),
    sums: (period) => {
      periods.push(period)
      return Stream.fromIterable(all)
    }
  })
  return { books, periods }
}

describe("reportLiability", () => {
  it.effect("covers whole days in UTC, the last one until its last millisecond, or until now if it is today", () =>
    Effect.gen(function* () {
      const { books, periods } = booksOf([])
      const report = (from: string, asOf: string) =>
        reportLiability({ from, asOf }).pipe(Effect.provideService(LiabilityBooks, books), atTime(now))
      assert.deepInclude(yield* report("2026-02-01", "2026-02-28"), {
        from: "2026-02-01",
        asOf: "2026-02-28",
        isFinal: true
      })
      assert.isTrue((yield* report("2026-03-09", "2026-03-09")).isFinal)
      assert.isFalse((yield* report("2026-03-10", "2026-03-10")).isFinal)
      assert.deepStrictEqual(
        periods.map(({ at, from, until }) => [from, until, at].map(DateTime.formatIso)),
        [
          ["2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z", "2026-02-28T23:59:59.999Z"],
          ["2026-03-09T00:00:00.000Z", "2026-03-10T00:00:00.000Z", "2026-03-09T23:59:59.999Z"],
          ["2026-03-10T00:00:00.000Z", "2026-03-11T00:00:00.000Z", DateTime.formatIso(now)]
        ]
      )
    })
  )

  it.effect("reports its progress, never beyond the total", () =>
    Effect.gen(function* () {
      const progress: Array<number> = []
      const { books } = booksOf([nothing, nothing, nothing])
      yield* reportLiability({ from: "2026-03-01", asOf: "2026-03-09" }, ({ entries, read }) =>
        Effect.sync(() => {
          assert.strictEqual(entries, 25)
          progress.push(read)
        })
      ).pipe(Effect.provideService(LiabilityBooks, books), atTime(now))
      assert.deepStrictEqual(progress, [10, 20, 25, 25])
    })
  )

  it.effect("DOMAIN 4: fails if entries and lot movements disagree", () =>
    Effect.gen(function* () {
      const { books } = booksOf([
        { ...nothing, moved: [{ asset: "CREDIT", movement: "adjusted", isBefore: true, points: 7 }] },
        { ...nothing, open: [{ asset: "CREDIT", month: null, isOver: false, points: 5 }] }
      ])
      const failure = yield* reportLiability({ from: "2026-03-01", asOf: "2026-03-09" }).pipe(
        Effect.provideService(LiabilityBooks, books),
        atTime(now),
        Effect.flip
      )
      assert.deepStrictEqual(failure, new LedgerDisagrees({ asset: "CREDIT", byEntries: 7, byLots: 5 }))
    })
  )
})
