import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { SeededData } from "../support/servers/SeededData.ts"
import { keysOf } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
const isProgress = (stderr: string, entries: number) => {
  const lines = stderr.trimEnd().split("\n")
  const bar = new RegExp(`^\\[#*\\.*\\] \\d+ % of ${entries} entries$`)
  assert.isTrue(
    lines.every((line) => bar.test(line)),
    stderr
  )
  assert.strictEqual(lines.at(-1), `[${"#".repeat(30)}] 100 % of ${entries} entries`)
}

layer(SeededData.layer, { excludeTestServices: true })("hub verify ledger", (it) => {
  it.effect("DOMAIN 4.3: a consistent ledger prints one line and exits with 0; progress goes to standard error", () =>
    Effect.gen(function* () {
      const { run } = yield* SeededData
      const report = yield* run("verify", "ledger")
      assert.strictEqual(report.code, 0, report.stderr)
      assert.match(report.stdout, /^[1-9]\d* entries of [1-9]\d* members: everything agrees\n$/)
      isProgress(report.stderr, Number.parseInt(report.stdout, 10))
      const json = yield* run("verify", "ledger", "--json")
      assert.strictEqual(json.code, 0)
      const [, entries, members] = /^(\d+) entries of (\d+) members/.exec(report.stdout) ?? []
      assert.deepStrictEqual(json.at(""), {
        entries: Number(entries),
        members: Number(members),
        count: 0,
        findings: []
      })
      isProgress(json.stderr, Number(entries))
    })
  )

  it.effect("DOMAIN 4.3: an inconsistent ledger prints its findings, as JSON or a table, and exits with 1", () =>
    Effect.gen(function* () {
      const { run, tamper } = yield* SeededData
      yield* tamper(`
        UPDATE wallets SET valid_balance = valid_balance + 7 WHERE member_id = ${memberIds.M2};
        UPDATE wallet_lots SET source_entry_id = 'none' WHERE member_id = ${memberIds.M9} AND remaining = 900`)
      const json = yield* run("verify", "ledger", "--json")
      assert.strictEqual(json.code, 1)
      assert.deepStrictEqual(json.at("count"), 2)
      assert.deepStrictEqual(
        [json.at("findings.0.check"), json.at("findings.0.subject"), json.at("findings.1.check")],
        ["balance", `member:${memberIds.M2} VALID`, "lot_source"]
      )
      assert.strictEqual(Number(json.at("findings.0.actual")) - Number(json.at("findings.0.expected")), 7)
      assert.deepStrictEqual(keysOf(json.at("findings.0")).toSorted(), ["actual", "check", "expected", "subject"])
      assert.strictEqual(json.at("findings.1.expected"), "none")
      assert.match(json.stderr, /100 % of \d+ entries\n2 findings in the ledger\.\n$/)

      const report = yield* run("verify", "ledger")
      assert.strictEqual(report.code, 1)
      const lines = report.stdout.trimEnd().split("\n")
      assert.match(lines[0] ?? "", /^\d+ entries of \d+ members: 2 findings$/)
      assert.match(lines[1] ?? "", /^check +subject +expected, but found$/)
      assert.match(lines[2] ?? "", new RegExp(`^balance +member:${memberIds.M2} VALID +\\d+, but \\d+$`))
      assert.match(lines[3] ?? "", /^lot_source +lot:\w+ +none, but \w+$/)
      assert.strictEqual(lines.length, 4)
    })
  )
})
