import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { EarningStays } from "../../domain/simulation/EarningStays.ts"
import { readRules } from "../../domain/simulation/readRules.ts"
import { simulateEarnings } from "../../domain/simulation/simulateEarnings.ts"
import * as EarningStaysLayer from "../../layers/repositories/EarningStaysLayer.ts"
import { json } from "../flags.ts"
import { overDatabase } from "../overDatabase.ts"
import { printJson } from "../printJson.ts"
import { progressBar } from "../progressBar.ts"
import { readDocument } from "../readDocument.ts"
import { Refused } from "../Refused.ts"
import { earningsTable } from "./earningsTable.ts"

const services = overDatabase(EarningStaysLayer.layerSql)

const config = {
  program: Flag.String("program").pipe(Flag.withMetavar("ID"), Flag.withDescription("Id of the program")),
  rules: Flag.String("rules").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("YAML or JSON file with `rules` as in PUT earning-rules, or just the list")
  ),
  days: Flag.Int("days").pipe(
    Flag.withDescription("Include stays that checked out within this many days before today, 1 to 3660 [default: 90]"),
    Flag.filter(
      (days) => days >= 1 && days <= 3660,
      () => "a number of days from 1 to 3660"
    ),
    Flag.withDefault(90)
  ),
  json
}

/** Simulates earning rules on past stays. Read-only. */
export const earnings = Command.make(
  "earnings",
  config,
  Effect.fn("simulate earnings")(function* ({ days, json: asJson, program: id, rules: file }) {
    const rules = yield* Effect.flatMap(readDocument(file), readRules)
    const bar = progressBar(process.stderr)
    const simulation = yield* Effect.gen(function* () {
      const program = yield* EarningStays.use(({ findProgram }) => findProgram(id))
      if (Option.isNone(program)) return yield* new Refused({ message: `There is no program ${id}.` })
      return yield* simulateEarnings({ program: program.value, rules, days }, ({ read, stays }) =>
        bar.show("", { done: read, all: stays, unit: "stays" })
      )
    }).pipe(Effect.ensuring(bar.end), Effect.provide(services))
    yield* asJson ? printJson(simulation) : Console.log(earningsTable(simulation))
  })
).pipe(
  Command.withDescription(
    "Show what recent stays would have earned under other rules, by tier, before publishing them"
  ),
  Command.withExamples([
    {
      command: "hub simulate earnings --program PROGRAM --rules rules.yaml",
      description: "Last 90 days: totals, tiers and the ten largest differences"
    },
    {
      command: "hub simulate earnings --program PROGRAM --rules rules.json --days 365 --json",
      description: "Last year, as JSON"
    }
  ])
)
