import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Stream } from "effect"
import * as fc from "fast-check"
import { movements } from "../../../src/domain/liability/movementOf.ts"
import { reportLiability } from "../../../src/domain/liability/reportLiability.ts"
import { addDays, daysBetween } from "../../../src/domain/shared/calendar.ts"
import { LedgerBooks } from "../../../src/domain/verify/LedgerBooks.ts"
import { verifyLedger } from "../../../src/domain/verify/verifyLedger.ts"
import { atTime } from "../../support/atTime.ts"
import { type Event, play } from "../../support/history/history.ts"
import { historyStart } from "../../support/datasets/historyDataset.ts"
import { histories } from "../../support/history/historyEvents.ts"
import { forAll, layerMemory, layerSql, loadMemory, loadSql } from "../../support/history/historyStores.ts"
import { type OwedPoints, owedPoints } from "../../support/history/owedPoints.ts"
import * as Postgres from "../../support/servers/Postgres.ts"

const dayOf = DateTime.formatIsoDateUtc

const first = dayOf(historyStart)

/** Plays a history. Returns its last time and the points owed at the end of each day, with or without events. */
const playDays = Effect.fnUntraced(function* (events: ReadonlyArray<Event>) {
  const ends = new Map<string, OwedPoints>()
  const { now } = yield* play(events, (at) =>
    Effect.map(owedPoints, (owed) => {
      ends.set(dayOf(at), owed)
    })
  )
  const days = Array.from({ length: daysBetween(first, dayOf(now)) + 1 }, (_, index) => addDays(first, index))
  let last = ends.get(first)
  const byDay = days.flatMap((day) => {
    last = ends.get(day) ?? last
    return last === undefined ? [] : [{ day, owed: last }]
  })
  return { now, byDay }
})

/** Compares reports between chosen days of a history with the points owed and held when those days ended. */
const compare = Effect.fnUntraced(function* (events: ReadonlyArray<Event>, chosen: ReadonlyArray<number>) {
  const { byDay, now } = yield* playDays(events)
  const { findings } = yield* verifyLedger().pipe(atTime(now))
  assert.deepStrictEqual(findings, [])
  const books = yield* LedgerBooks
  const entries = yield* books.snapshot(Stream.runCollect(books.entries))
  const pick = (place: number) => byDay[place % byDay.length] ?? assert.fail("a history has a day")
  const pairs = [
    [byDay.length - 1, 0] as const,
    ...chosen.map((place, index) => [place, chosen[index + 1] ?? 0] as const)
  ]
  for (const [one, other] of pairs) {
    const [a, b] = [pick(one), pick(other)]
    const [begin, end] = a.day <= b.day ? [a, b] : [b, a]
    const report = yield* reportLiability({ asOf: end.day, from: begin.day }).pipe(atTime(now))
    const before = byDay.find(({ day }) => day === addDays(begin.day, -1))
    const midnight = DateTime.makeUnsafe(`${addDays(end.day, 1)}T00:00:00Z`)
    const at = DateTime.min(now, DateTime.subtract(midnight, { milliseconds: 1 }))
    assert.strictEqual(report.isFinal, end.day < dayOf(now))
    for (const found of report.assets) {
      const owed = end.owed(found.asset)
      const opening = before?.owed(found.asset)
      const added = movements.reduce((sum, movement) => sum + found[movement], found.opening)
      assert.deepStrictEqual(
        [found.opening, found.closing, added, found.expiring, found.overdue],
        [opening?.balance ?? 0, owed.balance, owed.balance, owed.expiring, owed.overdueAt(at)],
        `${found.asset} from ${begin.day} to ${end.day}`
      )
      const { charged, closing, lapsed, opening: held, redeemed, refunded } = found.held
      const final = [owed.redeemed - (opening?.redeemed ?? 0), owed.lapsed - (opening?.lapsed ?? 0)]
      assert.deepStrictEqual([held, closing], [opening?.held ?? 0, owed.held])
      assert.deepStrictEqual([0 - redeemed, 0 - lapsed], final)
      assert.strictEqual(held + charged + refunded + redeemed + lapsed, closing)
      const within = entries.filter(
        ({ asset, createdAt }) => asset === found.asset && dayOf(createdAt) >= begin.day && dayOf(createdAt) <= end.day
      )
      const sumOf = (type: string, isReversal = false) =>
        within.reduce(
          (sum, entry) =>
            entry.type === type && (entry.reversesEntryId !== null) === isReversal ? sum + entry.points : sum,
          0
        )
      assert.deepStrictEqual(
        movements.map((movement) => found[movement]),
        [sumOf("EARN"), sumOf("SPEND"), sumOf("ADJUST", true), sumOf("EXPIRE"), sumOf("ADJUST"), 0]
      )
    }
  }
})

const cases = fc.record({ events: histories, chosen: fc.array(fc.nat({ max: 400 }), { minLength: 2, maxLength: 4 }) })

describe("reportLiability after random histories", () => {
  it.live("DOMAIN 4, DOMAIN 4.1: reports the points owed and held at the end of any past day", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(layerMemory)
      yield* forAll(cases, 150, ({ chosen, events }) => Effect.andThen(loadMemory(), compare(events, chosen))).pipe(
        Effect.provideContext(memory)
      )
    })
  )

  it.live("DOMAIN 4, DOMAIN 4.1: reports the same from a database", () =>
    Effect.gen(function* () {
      const database = yield* Layer.build(layerSql(Postgres.layer))
      yield* forAll(cases, 12, ({ chosen, events }) => Effect.andThen(loadSql(), compare(events, chosen))).pipe(
        Effect.provideContext(database)
      )
    })
  )
})
