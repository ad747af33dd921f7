import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { temporaryDirectory } from "../support/servers/hub.ts"
import { SeededData } from "../support/servers/SeededData.ts"

// Each run opens the database again, a second or more where the machine is busy.
const services = Layer.merge(SeededData.layer, NodeServices.layer)

/** Writes a file with this text; its path. */
const fileOf = Effect.fnUntraced(function* (text: string) {
  const files = yield* FileSystem.FileSystem
  const path = `${yield* temporaryDirectory}/rules.yaml`
  yield* files.writeFileString(path, text)
  return path
})

const simulate = Effect.fnUntraced(function* (text: string, ...args: ReadonlyArray<string>) {
  const { run } = yield* SeededData
  const file = yield* fileOf(text)
  return yield* run("simulate", "earnings", "--program", programXid("A"), "--rules", file, ...args)
})

const generous = "rules: [{ category: stay, currency: USD, pointsPerUnit: 12, maxPointsPerStay: 5000 }]"

layer(services, { excludeTestServices: true })("hub simulate earnings", (it) => {
  it.effect("MEM-045: prints tiers, totals and the ten largest differences, as a table and as JSON", () =>
    Effect.gen(function* () {
      const json = yield* simulate(generous, "--json", "--days", "400")
      assert.strictEqual(json.code, 0, json.stderr)
      assert.match(json.stderr, /^\[#+\] 100 % of \d+ stays$/m)
      assert.deepStrictEqual([json.at("program.id"), json.at("days")], [programXid("A"), 400])
      const stays = Number(json.at("totals.stays"))
      assert.isAbove(stays, 10)
      assert.strictEqual(
        Number(json.at("totals.after")) - Number(json.at("totals.before")),
        json.at("totals.difference")
      )
      assert.isAbove(Number(json.at("totals.difference")), 0)
      assert.isDefined(json.at("largest.9"))
      assert.isUndefined(json.at("largest.10"))

      const table = yield* simulate(generous, "--days", "400")
      const [title, ...lines] = table.stdout.trimEnd().split("\n")
      assert.strictEqual(title, `Program A: ${stays} stays of the last 400 days`)
      const figures = ["stays", "before", "after", "difference"].map((name) => json.at(`totals.${name}`))
      assert.isTrue(lines.some((line) => line.replaceAll(/ +/g, " ") === `all ${figures.join(" ")}`))
      const first = ["reservationId", "tier", "before", "after", "difference"].map((name) =>
        json.at(`largest.0.${name}`)
      )
      const named = lines.slice(lines.findIndex((line) => line.startsWith("largest differences")) + 1)
      assert.strictEqual(named[0]?.replaceAll(/ +/g, " "), first.join(" "))
      assert.strictEqual(named.length, 10)
    })
  )

  it.effect("accepts JSON or just the list, and covers 90 days by default", () =>
    Effect.gen(function* () {
      const list = JSON.stringify([{ category: "stay", currency: "USD", pointsPerUnit: 12, maxPointsPerStay: 5000 }])
      const [one, other] = [yield* simulate(list, "--json"), yield* simulate(generous, "--json", "--days", "90")]
      assert.strictEqual(one.code, 0, one.stderr)
      assert.deepStrictEqual(one.at(""), other.at(""))
    })
  )

  it.effect("refuses invalid rules, reporting every problem with its path", () =>
    Effect.gen(function* () {
      const text = `
        effectiveFrom: 2026-02-30
        rules:
          - { category: stay, currency: USD, pointsPerUnit: 1 }
          - { category: "", currency: usd, pointsPerUnit: -1, minSpend: 1e10, maxPointsPerStay: 1.5, bonus: 1 }`
      const { code, stderr, stdout } = yield* simulate(text)
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.deepStrictEqual(stderr.trimEnd().split("\n").toSorted(), [
        "  effectiveFrom: not an existing date",
        "  rules[1].bonus: Expected no excess property",
        "  rules[1].category: Expected 1 to 100 characters",
        "  rules[1].category: Expected text in one line that is not blank",
        "  rules[1].currency: Expected a currency code of ISO 4217, such as EUR",
        "  rules[1].maxPointsPerStay: Expected an integer",
        "  rules[1].minSpend: Expected a value between 0 and 1000000000",
        "  rules[1].pointsPerUnit: Expected a value between 0 and 10000",
        "The file cannot be used:"
      ])
    })
  )

  it.effect("refuses an unknown program, an invalid file, and too many days", () =>
    Effect.gen(function* () {
      const { run } = yield* SeededData
      const file = yield* fileOf(generous)
      const refusal = Effect.fnUntraced(function* (program: string, rules: string, ...more: ReadonlyArray<string>) {
        const { code, stderr, stdout } = yield* run(
          "simulate",
          "earnings",
          "--program",
          program,
          "--rules",
          rules,
          ...more
        )
        assert.deepStrictEqual([code, stdout], [1, ""])
        return stderr
      })
      assert.strictEqual(yield* refusal("nowhere", file), "There is no program nowhere.\n")
      assert.include(yield* refusal(programXid("A"), `${file}.none`), "cannot be read: there is no such file")
      assert.include(yield* refusal(programXid("A"), yield* fileOf("rules: [")), "is neither YAML nor JSON")
      assert.include(yield* refusal(programXid("A"), file, "--days", "0"), "a number of days from 1 to 3660")
    })
  )
})
