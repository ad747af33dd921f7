import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { generatedTables } from "../../scripts/generatedTables.ts"
import { allMetrics } from "../../scripts/metricsTable.ts"

const textOf = (document: string) => readFileSync(new URL(`../../${document}`, import.meta.url), "utf8")

describe("documents", () => {
  for (const { document, name, table } of generatedTables) {
    it(`${document} has the current ${name} table, which npm run tables writes`, () => {
      assert.include(textOf(document), `<!-- ${name} -->\n${table}\n<!-- /${name} -->`)
    })
  }

  it("alerts use existing metrics", () => {
    const metrics = new Set(allMetrics.map(({ name }) => name))
    const cited = textOf("docs/operations.md").match(/\bhub_[a-z_]+/g) ?? []
    const unknown = cited.filter((name) => !metrics.has(name.replace(/_bucket$/, "")))
    assert.deepStrictEqual(unknown, [])
    assert.isAbove(cited.length, metrics.size)
  })

  it("the README has at most 200 lines", () => {
    assert.isAtMost(textOf("README.md").split("\n").length, 201)
  })
})
