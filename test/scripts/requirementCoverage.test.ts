import { assert, describe, it } from "@effect/vitest"
import { asRanges, requirementIds } from "../../scripts/requirementIds.ts"
import { testTitles } from "../../scripts/testTitles.ts"

describe("requirement coverage", () => {
  it("reads the titles of suites and tests however they are declared", () => {
    const source = `
      layer(Partner.layer("members:write"), { timeout: ")" })("a suite", (it) => {
        it.effect("one", () => check("(", \`)\`))
        it.effect.each([1, 2])(\`two \${n}\`, () => {})
        // it("commented out", () => {})
        it.skip("skipped", () => {})
        it.todo("to do")
        describe.skipIf(url === undefined)(
          "three " +
            "parts",
          () => {}
        )
        twins("four", { layer: other("no title") }, dataset, contract)
      })`
    assert.deepStrictEqual(testTitles(source), ["a suite", "one", "two ${n}", "three parts", "four"])
  })

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
})
