import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { promisify } from "node:util"
import { requirementCoverage } from "../../scripts/requirementCoverage.ts"
import { asRanges, requirementIds } from "../../scripts/requirementIds.ts"
import { testOutcomes } from "../../scripts/testOutcomes.ts"

const requirements = {
  sections: { HUB: 3, PAR: 2 },
  clauses: { "HUB-002": ["by name", "in Order"] },
  needs: { "PAR-001..002": ["/v1/partner/pages"] }
}

const states = (titles: ReadonlyArray<string>, declared: ReadonlyArray<string> = []) =>
  requirementCoverage(requirements, titles, declared).map(({ id, state, unproven }) => [id, state, ...unproven])

describe("requirement coverage", () => {
  it("reads ids alone, in lists and in ranges, and writes them back as ranges", () => {
    const ids = requirementIds(
      "HUB-017, HUB-018 and PAR-030..032, MEM-001..MEM-002, GEN-003 to GEN-004: 404 (RFC-9457, A-13)"
    )
    assert.deepStrictEqual(ids, [
      "HUB-017",
      "HUB-018",
      "PAR-030",
      "PAR-031",
      "PAR-032",
      "MEM-001",
      "MEM-002",
      "GEN-003",
      "GEN-004"
    ])
    assert.strictEqual(asRanges(ids), "HUB-017..018, PAR-030..032, MEM-001..002, GEN-003..004")
  })

  it("a row is proven by a title, or one with clauses by titles containing each clause", () => {
    assert.deepStrictEqual(states(["HUB-001, HUB-002: lists by name", "PAR-001: lists in order"]), [
      ["HUB-001", "proven"],
      ["HUB-002", "missing", "in Order"],
      ["HUB-003", "missing"],
      ["PAR-001", "later"],
      ["PAR-002", "later"]
    ])
    const [, second] = states(["HUB-002: lists by name", "HUB-001..002: in order"])
    assert.deepStrictEqual(second, ["HUB-002", "proven"])
  })

  it("a row is due as soon as its endpoints are declared", () => {
    const [, , , first, second] = states(["PAR-001: shows pages"], ["/v1/partner/pages/:pageId"])
    assert.deepStrictEqual(
      [first, second],
      [
        ["PAR-001", "proven"],
        ["PAR-002", "missing"]
      ]
    )
    assert.deepStrictEqual(states([], ["/v1/partner/pages-of-others"]).at(-1), ["PAR-002", "later"])
  })

  it("only a test that ran, passed and asserted something counts", async () => {
    const directory = await mkdtemp(`${tmpdir()}/hub-proofs-`)
    const report = `${directory}/report.json`
    const vitest = new URL("../../node_modules/vitest/vitest.mjs", import.meta.url).pathname
    const fixture = new URL("../fixtures/proofs", import.meta.url).pathname
    const options = ["--root", fixture, "--reporter", "json", "--outputFile", report]
    await promisify(execFile)(process.execPath, [vitest, "run", ...options]).catch(() => undefined)
    const outcomes = testOutcomes([report]).map(({ outcome, title }) => [title, outcome])
    await rm(directory, { recursive: true })
    assert.deepStrictEqual(outcomes, [
      ["asserts", "passed"],
      ["asserts by a property", "passed"],
      ["is empty", "failed"],
      ["computes, and asserts nothing", "failed"],
      ["fails", "failed"],
      ["is skipped", "skipped"],
      ["is to do", "skipped"]
    ])
  })
})
