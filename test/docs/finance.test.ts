import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { liabilityTable } from "../../src/cli/report/liabilityText.ts"
import { earningsTable } from "../../src/cli/simulate/earningsTable.ts"
import { reportLiability } from "../../src/domain/liability/reportLiability.ts"
import { EarningStays } from "../../src/domain/simulation/EarningStays.ts"
import { readRules } from "../../src/domain/simulation/readRules.ts"
import { simulateEarnings } from "../../src/domain/simulation/simulateEarnings.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { atTime } from "../support/atTime.ts"
import { type Event, play } from "../support/history/history.ts"
import { layerMemory, loadMemory } from "../support/history/historyStores.ts"
import { root } from "../support/servers/hub.ts"
import { enrolment, finalised, member, start, stay, staysDataset } from "../support/datasets/staysDataset.ts"

const document = readFileSync(join(root, "docs/finance.md"), "utf8")

/** The only block of a language in the section with this heading. */
const blockOf = (heading: string, language: string) => {
  const section = document.split(/^## /mu).find((text) => text.startsWith(heading)) ?? ""
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "mu").exec(section)?.[1]?.trimEnd()
}

/** The rules that the document's commands write to a file. */
const rulesText = /<<'END'\n([^]*?)^END$/mu.exec(blockOf("Rules before", "sh stopped") ?? "")?.[1] ?? ""

/** The history of the example, which begins on the 10th of March: see the document. */
const history: ReadonlyArray<Event> = [
  { kind: "give", member: 0, asset: "VALID", points: 1000, days: 40 },
  { kind: "give", member: 0, asset: "CREDIT", points: 300, days: 0 },
  { kind: "give", member: 1, asset: "VALID", points: 2000, days: 400 },
  { kind: "wait", hours: 24 * 20 },
  { kind: "claim", member: 1, offer: "spa", stay: null },
  { kind: "claim", member: 1, offer: "breakfast", stay: null },
  { kind: "book", member: 2, daysAhead: 2, spend: 480 },
  { kind: "wait", hours: 24 * 7 },
  { kind: "command", claim: 0, trigger: "cancel" },
  { kind: "command", claim: 1, trigger: "confirm" },
  { kind: "claim", member: 1, offer: "spa", stay: null },
  { kind: "take", member: 1, asset: "VALID", points: 50 },
  { kind: "tell", stay: 0, change: "checkedOut", spend: 0, member: 0 },
  { kind: "jobs" },
  { kind: "wait", hours: 24 * 14 },
  { kind: "jobs" },
  { kind: "wait", hours: 24 * 12 },
  { kind: "command", claim: 2, trigger: "reject" }
]

/**
 * Stays of the first ten days of March: two finalised ones, one to be finalised, and one of a member without a tier.
 */
const stays = staysDataset({
  members: [...member(1), ...member(2)],
  enrolments: [enrolment(1, 1, 2)],
  reservations: [
    stay(1, { ...finalised, basePoints: 420, totalPoints: 525, spendMinor: 42_000 }),
    stay(2, { ...finalised, basePoints: 30, totalPoints: 38, spendMinor: 3000 }),
    stay(3, { spendMinor: 18_000 }),
    stay(4, { memberId: MemberId.make(2), spendMinor: 90_000 })
  ]
})

describe("docs/finance.md", () => {
  it.live("shows the liability report of its example", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(layerMemory)
      const report = yield* Effect.gen(function* () {
        yield* loadMemory()
        const { now, outcomes } = yield* play(history)
        assert.deepStrictEqual(
          outcomes.filter((outcome) => /[A-Z]\w+[a-z][A-Z]/.test(outcome)),
          []
        )
        return yield* reportLiability({ from: "2026-04-01", asOf: "2026-04-30" }).pipe(atTime(now))
      }).pipe(Effect.provideContext(memory))
      assert.strictEqual(blockOf("Points owed", "text"), liabilityTable(report))
    })
  )

  it.live("shows the earnings of its example rules", () =>
    Effect.gen(function* () {
      const memory = yield* Layer.build(layerMemory)
      const simulation = yield* Effect.gen(function* () {
        yield* loadMemory(stays)
        const rules = yield* readRules(parse(rulesText))
        const program = Option.getOrThrow(yield* EarningStays.use(({ findProgram }) => findProgram("program-1")))
        return yield* simulateEarnings({ program, rules, days: 90 }).pipe(atTime(start))
      }).pipe(Effect.provideContext(memory))
      assert.strictEqual(blockOf("Rules before", "text"), earningsTable(simulation))
    })
  )
})
