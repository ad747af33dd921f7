import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { readmeTables } from "../../scripts/readmeTables.ts"

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")

describe("README", () => {
  for (const [name, table] of Object.entries(readmeTables)) {
    it(`shows the ${name} table as the code has it: npm run tables writes it`, () => {
      assert.include(readme, `<!-- ${name} -->\n${table}\n<!-- /${name} -->`)
    })
  }
})
