import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import config from "../../vitest.mutants.config.ts"

/** The paths that a pattern with one list in braces stands for, some of which may be patterns themselves. */
const pathsOf = (pattern: string): ReadonlyArray<string> => {
  const [, before = pattern, names = "", after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return names.split(",").map((name) => `${before}${name}${after}`)
}

const missing = (patterns: ReadonlyArray<string>) =>
  patterns.flatMap(pathsOf).filter((path) => globSync(path).length === 0)

describe("npm run mutants", () => {
  it("mutates rules that exist, and names tests that exist", () => {
    const { mutate }: { readonly mutate: ReadonlyArray<string> } = JSON.parse(
      readFileSync("stryker.config.json", "utf8")
    )
    assert.isNotEmpty(mutate)
    assert.deepStrictEqual(missing(mutate), [])
    const { exclude = [], include = [] } = config.test ?? {}
    assert.isNotEmpty(include)
    assert.deepStrictEqual(missing([...include, ...exclude]), [])
  })
})
