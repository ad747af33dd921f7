import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import * as fc from "fast-check"
import { finaliseStays } from "../../../src/domain/reservations/finaliseStays.ts"
import { EarningStays } from "../../../src/domain/simulation/EarningStays.ts"
import { simulateEarnings } from "../../../src/domain/simulation/simulateEarnings.ts"
import { LedgerBooks } from "../../../src/domain/verify/LedgerBooks.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import type { EarningRule } from "../../../src/domain/programs/Program.ts"
import { atTime } from "../../support/atTime.ts"
import { forAll, layerMemory, loadMemory } from "../../support/history/historyStores.ts"
import {
  campaign,
  decimal,
  enrolment,
  member,
  rule,
  start,
  stay,
  staysDataset,
  version
} from "../../support/datasets/staysDataset.ts"

const currency = fc.constantFrom("EUR", "USD", "JPY")

const rules = fc.array(
  fc
    .record({
      perUnit: fc.integer({ min: 0, max: 99_999 }),
      currency,
      minSpend: fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }),
      most: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null })
    })
    .map(({ minSpend, most, perUnit, ...of }) =>
      rule(String(perUnit / 10_000), {
        ...of,
        minSpend: minSpend === null ? null : decimal(String(minSpend)),
        maxPointsPerStay: most
      })
    ),
  { maxLength: 4 }
)

const cases = fc.record({
  former: rules,
  rules,
  stays: fc.array(
    fc.record({
      currency,
      spendMinor: fc.nat({ max: 90_000 }),
      level: fc.constantFrom(null, 1, 2, 3),
      day: fc.integer({ min: 1, max: 8 })
    }),
    { minLength: 1, maxLength: 12 }
  ),
  stacking: fc.constantFrom("exclusive" as const, "stackable" as const)
})

type Case = typeof cases extends fc.Arbitrary<infer A> ? A : never

/** One stay for each member, so that no promotion by one changes the multiplier of the next. */
const datasetOf = ({ stacking, stays }: Case, inForce: ReadonlyArray<EarningRule>) =>
  staysDataset({
    members: stays.flatMap((_, index) => member(index + 1)),
    enrolments: stays.flatMap(({ level }, index) => (level === null ? [] : [enrolment(index + 1, 1, level)])),
    earningRules: [version(1, 1, "2025-01-01", ...inForce)],
    pointMultipliers: [
      campaign(1, "2026-03-01T00:00:00Z", "2026-03-05T23:59:59Z", { stacking, multiplier: decimal("1.33") }),
      campaign(2, "2026-03-04T00:00:00Z", "2026-03-06T23:59:59Z", {
        stacking: "stackable",
        multiplier: decimal("1.15")
      })
    ],
    reservations: stays.map(({ currency: of, day, spendMinor }, index) =>
      stay(index + 1, {
        memberId: MemberId.make(index + 1),
        spendMinor,
        currency: of,
        checkIn: `2026-03-0${day}`,
        checkOut: "2026-03-09"
      })
    )
  })

const simulate = Effect.fnUntraced(function* (of: ReadonlyArray<EarningRule>) {
  const program = Option.getOrThrow(yield* EarningStays.use(({ findProgram }) => findProgram("program-1")))
  return yield* simulateEarnings({ program, rules: of, days: 90 })
}, atTime(start))

const earned = Effect.gen(function* () {
  const books = yield* LedgerBooks
  const entries = yield* books.snapshot(Stream.runCollect(books.entries))
  return entries.reduce((sum, { points, type }) => (type === "EARN" ? sum + points : sum), 0)
})

describe("simulateEarnings", () => {
  it.live(
    "MEM-045, MEM-046, MEM-047: totals are what finalisation credits under the same rules, and stay so after it",
    () =>
      Effect.gen(function* () {
        const memory = yield* Layer.build(layerMemory)
        yield* forAll(cases, 100, (one) =>
          Effect.gen(function* () {
            yield* loadMemory(datasetOf(one, one.former))
            const { largest, totals } = yield* simulate(one.rules)
            yield* atTime(start)(finaliseStays())
            assert.strictEqual(yield* earned, totals.before)
            const finalised = yield* simulate(one.rules)
            assert.deepStrictEqual(finalised.totals, totals)
            assert.deepStrictEqual(
              finalised.largest.map(({ difference, reservationId }) => [reservationId, difference]),
              largest.map(({ difference, reservationId }) => [reservationId, difference])
            )

            yield* loadMemory(datasetOf(one, one.rules))
            const same = yield* simulate(one.rules)
            assert.deepStrictEqual([same.totals.before, same.totals.difference], [totals.after, 0])
            yield* atTime(start)(finaliseStays())
            assert.strictEqual(yield* earned, totals.after)
          })
        ).pipe(Effect.provideContext(memory))
      })
  )
})
