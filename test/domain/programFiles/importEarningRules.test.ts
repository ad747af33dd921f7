import { assert, layer } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Layer } from "effect"
import * as fc from "fast-check"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { importProgramFile } from "../../../src/domain/programFiles/importProgramFile.ts"
import type { ProgramFile } from "../../../src/domain/programFiles/ProgramFile.ts"
import { type ProgramImportReport, refusedIn } from "../../../src/domain/programFiles/ProgramImportReport.ts"
import * as AtomicLayer from "../../../src/layers/AtomicLayer.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import { atTime } from "../../support/atTime.ts"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { emptyDataset } from "../../support/datasets/emptyDataset.ts"
import { twin } from "../../support/datasets/programImports.ts"

const now = DateTime.makeUnsafe("2026-05-04T12:00:00Z")
const organizationId = organizationIds.A
const { organizations } = demoWithoutCities(now)

/** Day 4 is today. */
const day = (at: number) => `2026-05-0${at}`

type Version = ProgramFile["earningRules"][number]

const version = (from: number, points: number): Version => ({
  effectiveFrom: day(from),
  rules: [
    {
      category: "stay",
      pointsPerUnit: BigDecimal.fromNumberUnsafe(points),
      currency: "EUR",
      minSpend: null,
      maxPointsPerStay: null,
      exclusions: []
    }
  ]
})

const fileOf = (earningRules: ReadonlyArray<Version>): ProgramFile => ({
  format: "hub.program/1",
  organization: "organization-a",
  program: {
    programId: "p1",
    name: "Program",
    description: null,
    status: "draft",
    currencyName: "points",
    pointsExpiryMonths: 24
  },
  venueIds: [],
  earningRules,
  tiers: [],
  benefits: [],
  groups: [],
  entitlements: [],
  pools: []
})

const run = (versions: ReadonlyArray<Version>) => atTime(now)(importProgramFile(organizationId, fileOf(versions)))

const outcomesOf = ({ results }: ProgramImportReport) =>
  results.flatMap(({ kind, outcome }) => (kind === "earning rules" ? [outcome] : []))

/** Points per unit on a day: of overlapping versions the newest counts. */
const pointsOn = (versions: ReadonlyArray<Version>, on: string) => {
  const rule = versions.findLast(({ effectiveFrom }) => effectiveFrom <= on)?.rules[0]
  return rule === undefined ? undefined : BigDecimal.format(rule.pointsPerUnit)
}

const storedVersions = RowStore.use((store) => store.of("earningRules").list({ organizationId }, { by: ["version"] }))

/** A program that holds these versions, imported into an organization without programs. */
const holding = Effect.fnUntraced(function* (versions: ReadonlyArray<Version>) {
  const store = yield* RowStore
  yield* store.of("earningRules").remove({ organizationId })
  yield* store.of("programs").remove({ organizationId })
  yield* run(versions)
})

const repositories = Layer.merge(AtomicLayer.layerMemory, twin.layerMemory)

const memory = Layer.effectDiscard(Memory.Memory.use((all) => all.load({ ...emptyDataset, organizations }))).pipe(
  Layer.provideMerge(Memory.layer)
)

const versions = fc.array(
  fc
    .tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 1, max: 3 }))
    .map(([from, points]) => version(from, points)),
  { maxLength: 5 }
)

const days = [4, 5, 6, 7, 8].map(day)

layer(repositories.pipe(Layer.provide(memory)))("importEarningRules", (it) => {
  it.effect("puts the rules of the file in force from today on, and importing again changes nothing", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof holding>>>()
      const check = Effect.fnUntraced(function* (before: ReadonlyArray<Version>, wanted: ReadonlyArray<Version>) {
        yield* holding(before)
        const first = yield* run(wanted)
        const after = yield* storedVersions
        assert.deepStrictEqual(
          after.slice(0, before.length).map(({ effectiveFrom }) => effectiveFrom),
          before.map(({ effectiveFrom }) => effectiveFrom),
          "stored versions stay"
        )
        if (outcomesOf(first).includes("refused")) {
          assert.lengthOf(after, before.length)
          assert.isTrue(wanted.some(({ effectiveFrom }) => effectiveFrom < day(4)))
          return
        }
        for (const on of days) {
          const points = pointsOn(wanted, on)
          if (points !== undefined) assert.strictEqual(pointsOn(after, on), points, on)
        }
        const again = yield* run(wanted)
        assert.isTrue(outcomesOf(again).every((outcome) => outcome === "unchanged"))
        assert.deepStrictEqual(yield* storedVersions, after)
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(versions, versions, (before, wanted) =>
            Effect.runPromiseWith(context)(check(before, wanted))
          ),
          { numRuns: 300 }
        )
      )
    })
  )

  it.effect("changes nothing when the file is what the program holds, in any sequence", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof holding>>>()
      const check = Effect.fnUntraced(function* (held: ReadonlyArray<Version>) {
        yield* holding(held)
        assert.isTrue(outcomesOf(yield* run(held)).every((outcome) => outcome === "unchanged"))
        assert.lengthOf(yield* storedVersions, held.length)
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(versions, (held) => Effect.runPromiseWith(context)(check(held))),
          { numRuns: 100 }
        )
      )
    })
  )

  it.effect("refuses to bring back rules whose day is past once newer ones replace them", () =>
    Effect.gen(function* () {
      yield* holding([version(2, 1), version(3, 2)])
      assert.deepStrictEqual(
        refusedIn(yield* run([version(2, 1)])).map(({ reason }) => reason),
        ["newer rules of the program replace it, and rules for past days cannot change"]
      )
      assert.deepStrictEqual(outcomesOf(yield* run([version(2, 1), version(4, 1)])), ["unchanged", "created"])
    })
  )
})
