import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { anchorsOf, citationsIn, linksIn } from "../../scripts/citations.ts"

const root = `${import.meta.dirname}/../..`
const read = (path: string) => readFileSync(join(root, path), "utf8")
const documents = globSync(["*.md", "docs/*.md"], { cwd: root })
const sources = globSync(["{src,test,bench,scripts}/**/*.ts", ".ci/*"], { cwd: root, exclude: ["**/node_modules/**"] })

const anchors = new Map(documents.map((path) => [path, anchorsOf(read(path))]))
const isAnchor = (document: string, anchor: string) => anchors.get(document)?.has(anchor) === true

/** Citations of `text` that no document has, in order of occurrence. */
const unresolved = (text: string) =>
  citationsIn(text)
    .filter(({ anchor, document }) => !isAnchor(`docs/${document}`, anchor))
    .map(({ anchor, document }) => `${document}#${anchor}`)

/** Joins the parts of a citation, so that this file contains no dangling one itself. */
const cite = (...parts: ReadonlyArray<string>) => parts.join("")

describe("documents", () => {
  it("resolve every requirement, decision and section that source, tests and documents cite", () => {
    const dangling = [...sources, ...documents].flatMap((path) =>
      unresolved(read(path)).map((citation) => `${path}: ${citation}`)
    )
    assert.deepStrictEqual(dangling, [])
    assert.isAbove(sources.length, 1000)
    assert.isAbove(sources.flatMap((path) => citationsIn(read(path))).length, 1500)
  })

  it("do not resolve a missing id, section, range or row", () => {
    assert.deepStrictEqual(unresolved(cite("HUB", "-092, GEN", "-014, A", "-105, DOMAIN 5.1, F", "19")), [])
    assert.deepStrictEqual(unresolved(cite("HUB", "-093")), [cite("requirements.md#HUB", "-093")])
    assert.include(unresolved(cite("PUB", "-019..021")), cite("requirements.md#PUB", "-021"))
    assert.deepStrictEqual(unresolved(cite("MEN", "-001")), [cite("requirements.md#MEN", "-001")])
    assert.deepStrictEqual(unresolved(cite("A", "-999")), [cite("decisions.md#A", "-999")])
    assert.deepStrictEqual(unresolved(cite("DOMAIN", " 4.1, 4.6")), ["domain.md#4.6"])
    assert.deepStrictEqual(unresolved(cite("/** Wrapped (DOMAIN\n * 9", ".2). */")), ["domain.md#9.2"])
    assert.deepStrictEqual(unresolved(cite("REQUIREMENTS", " 0.4")), ["requirements.md#0.4"])
    assert.deepStrictEqual(unresolved(cite("/** A move (F", "20). */")), ["domain.md#F20"])
    assert.deepStrictEqual(unresolved("SHA-256 and AES-256, hash F99 in code"), [])
  })

  it("link to files and headings that exist", () => {
    const dead = documents.flatMap((path) =>
      linksIn(read(path)).flatMap(([file, anchor]) => {
        const target = file === "" ? path : join(dirname(path), file)
        const isThere = existsSync(join(root, target)) && (anchor === "" || isAnchor(target, anchor))
        return isThere ? [] : [`${path}: ${file}#${anchor}`]
      })
    )
    assert.deepStrictEqual(dead, [])
  })
})
