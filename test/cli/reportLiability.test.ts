import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { addDays } from "../../src/domain/shared/calendar.ts"
import { createEmpty } from "../support/servers/emptyDatabase.ts"
import { hubProcess, temporaryDirectory } from "../support/servers/hub.ts"
import { SeededData } from "../support/servers/SeededData.ts"

// Each run opens the database again, a second or more where the machine is busy.
const today = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)

/** The figures of a CSV report by asset, section and item. */
const figuresOf = (csv: string) =>
  new Map(
    csv
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => [line.slice(0, line.lastIndexOf(",")), Number(line.slice(line.lastIndexOf(",") + 1))] as const)
  )

layer(SeededData.layer, { excludeTestServices: true })("hub report liability", (it) => {
  it.effect("DOMAIN 4.3: today's report closes with the balances of all members", () =>
    Effect.gen(function* () {
      const { run } = yield* SeededData
      const day = yield* today
      const json = yield* run("report", "liability", "--as-of", day, "--json")
      assert.strictEqual(json.code, 0, json.stderr)
      assert.match(json.stderr, /^\[#+\] 100 % of \d+ entries$/m)
      assert.deepStrictEqual(
        [json.at("asOf"), json.at("from"), json.at("isFinal")],
        [day, `${day.slice(0, 8)}01`, false]
      )
      const { wallets } = demoDataset(yield* DateTime.now)
      assert.deepStrictEqual(
        [json.at("assets.0.closing"), json.at("assets.1.closing")],
        [sum(wallets.map((wallet) => wallet.validBalance)), sum(wallets.map((wallet) => wallet.creditBalance))]
      )
    })
  )

  it.effect("DOMAIN 4.2: prints the same figures as CSV and as a table, and both add up", () =>
    Effect.gen(function* () {
      const { run } = yield* SeededData
      const day = addDays(yield* today, -1)
      const of = ["report", "liability", "--as-of", day, "--from", "2020-01-01"] as const
      const csv = yield* run(...of, "--csv")
      assert.strictEqual(csv.code, 0, csv.stderr)
      assert.isTrue(csv.stdout.startsWith("asset,section,item,points\n"))
      const figures = figuresOf(csv.stdout)
      const table = yield* run(...of)
      assert.isTrue(table.stdout.startsWith(`Points from 2020-01-01 to the end of ${day} (UTC)\n\n`), table.stdout)
      for (const section of ["outstanding", "held"]) {
        const parts = ["VALID", "CREDIT"].map((asset) => {
          const names = [...figures.keys()].filter((name) => name.startsWith(`${asset},${section},`))
          const closing = figures.get(`${asset},${section},closing`) ?? Number.NaN
          assert.strictEqual(sum(names.map((name) => figures.get(name) ?? 0)), 2 * closing, `${asset} ${section}`)
          return closing
        })
        const row = new RegExp(`^${section === "held" ? "held for open claims" : section} [^]*?^closing +(.*)$`, "m")
        assert.strictEqual(row.exec(table.stdout)?.[1]?.replaceAll(/ +/g, " "), [...parts, sum(parts)].join(" "))
      }
      const expiring = [...figures].filter(([name]) => name.startsWith("VALID,expiring,"))
      assert.strictEqual(sum(expiring.map(([, points]) => points)), figures.get("VALID,outstanding,closing"))
      assert.isAbove(expiring.length, 1)
      assert.isBelow(figures.get("VALID,outstanding,spent") ?? 0, 0)
    })
  )

  it.effect("DOMAIN 4: a past day's report does not depend on balances, remaining lots or statuses", () =>
    Effect.gen(function* () {
      const { run, tamper } = yield* SeededData
      const of = ["report", "liability", "--as-of", addDays(yield* today, -1), "--csv"] as const
      const before = yield* run(...of)
      yield* tamper(`
        UPDATE wallets SET valid_balance = 1, credit_balance = 2;
        UPDATE wallet_lots SET remaining = original;
        UPDATE wallet_activity SET status = 'completed' WHERE type = 'spend';
        ALTER TABLE fulfillments DROP CONSTRAINT fulfillments_end;
        UPDATE fulfillments SET status = 'expired', code_valid = false WHERE status IN ('claimed', 'approved', 'fulfilled')`)
      const after = yield* run(...of)
      assert.deepStrictEqual([after.code, after.stdout], [0, before.stdout])
    })
  )

  it.effect("refuses to report entries that disagree with their lot movements", () =>
    Effect.gen(function* () {
      const { run, tamper } = yield* SeededData
      yield* tamper(`UPDATE wallet_entries SET points = points + 3 WHERE id = (SELECT min(id) FROM wallet_entries)`)
      const { code, stderr, stdout } = yield* run("report", "liability", "--as-of", yield* today)
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /^The ledger is inconsistent: \d+ \w+ by its entries, \d+ by their lots\. Run/m)
    })
  )
})

layer(Layer.empty, { excludeTestServices: true })("hub report liability refuses", (it) => {
  const refusal = Effect.fnUntraced(function* (environment: Record<string, string>, ...args: ReadonlyArray<string>) {
    const directory = yield* temporaryDirectory
    const { code, stderr, stdout } = yield* hubProcess(
      { HUB_DATA_DIR: directory, ...environment },
      "report",
      "liability",
      ...args
    )
    assert.deepStrictEqual([code, stdout], [1, ""])
    return stderr
  })

  it.effect("an invalid day, a future one, or a reversed period, before opening a database", () =>
    Effect.gen(function* () {
      const environment = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
      const day = yield* today
      const tomorrow = addDays(day, 1)
      assert.include(yield* refusal(environment), "--as-of")
      assert.include(yield* refusal(environment, "--as-of", "2026-02-30"), "a date that exists, such as 2026-10-31")
      assert.include(
        yield* refusal(environment, "--as-of", tomorrow),
        `--as-of ${tomorrow} is in the future: today is ${day} (UTC).`
      )
      assert.include(
        yield* refusal(environment, "--as-of", "2026-03-01", "--from", "2026-03-02"),
        "--from 2026-03-02 is after --as-of 2026-03-01."
      )
      assert.include(
        yield* refusal(environment, "--as-of", "2026-03-01", "--json", "--csv"),
        "Choose either --json or --csv."
      )
    })
  )

  it.effect("an unreachable database, or one without tables", () =>
    Effect.gen(function* () {
      const day = yield* today
      const unreachable = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
      assert.include(yield* refusal(unreachable, "--as-of", day), "The database cannot be reached")
      const directory = yield* temporaryDirectory
      yield* createEmpty(directory)
      const empty = { HUB_DATA_DIR: directory }
      assert.include(yield* refusal(empty, "--as-of", day), "The database is not migrated: run `hub migrate`.")
    })
  )
})
