import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { hub, root, temporaryDirectory } from "../support/servers/hub.ts"
import { type BlockRun, blocksOf, runBlocks } from "../support/shellBlocks.ts"
import { layer as serviceLayer, Service } from "../support/http/service.ts"

const textOf = (path: string) => readFileSync(join(root, path), "utf8")

/** The blocks of a document, for a service at `baseUrl`. */
const blocksFor = (path: string, baseUrl: string) => blocksOf(textOf(path).replaceAll("http://127.0.0.1:8080", baseUrl))

const documents = globSync(["*.md", "docs/*.md"], { cwd: root }).filter((path) => blocksOf(textOf(path)).length > 0)

/** What is wrong with a run: any answer of 400 or more, or, for a block with an expected output, any other output. */
const faultOf = ({ block, errors, exitCode, output, statuses }: BlockRun) => {
  if (exitCode !== 0) return [`line ${block.line}: exit code ${exitCode}: ${output}\n${errors}`]
  if (block.expected !== undefined) return block.expected === output ? [] : [`line ${block.line}: ${output}`]
  const refused = statuses.filter((status) => status >= 400)
  return refused.length === 0 ? [] : [`line ${block.line}: answers ${refused.join(", ")}: ${output}`]
}

for (const path of documents) {
  layer(serviceLayer({ environment: { HUB_TEST_CONTROLS: "1" } }))(path, (it) => {
    it.effect("has only lines that run as it says on the demo data", () =>
      Effect.gen(function* () {
        const blocks = blocksFor(path, (yield* Service).baseUrl)
        const runs = yield* runBlocks(blocks)
        assert.strictEqual(runs.flatMap(faultOf).join("\n\n"), "")
        assert.strictEqual(runs.length, blocks.length)
        assert.isAbove(runs.flatMap(({ statuses }) => statuses).length, 5)
      })
    )
  })
}

describe("lines for a store that no service uses", () => {
  const stopped = globSync(["*.md", "docs/*.md"], { cwd: root }).flatMap((path) => {
    const blocks = blocksOf(textOf(path), "sh stopped")
    return blocks.length === 0 ? [] : [{ path, blocks }]
  })

  it.live("run unchanged on the demo data in an embedded store", () =>
    Effect.gen(function* () {
      const store = { HUB_DATA_DIR: yield* temporaryDirectory }
      assert.strictEqual((yield* hub(store, "seed")).code, 0)
      for (const { blocks, path } of stopped) {
        const runs = yield* runBlocks(blocks, store)
        assert.strictEqual(runs.flatMap(faultOf).join("\n\n"), "", path)
        assert.strictEqual(runs.length, blocks.length, path)
      }
      assert.sameMembers(
        stopped.map(({ path }) => path),
        ["docs/finance.md", "docs/programs.md"]
      )
    })
  )

  it.live("fail if a command of the binary fails", () =>
    Effect.gen(function* () {
      const fence = "```"
      const block = (code: string) => blocksOf(`${fence}sh stopped\n${code}\n${fence}\n`, "sh stopped")
      const faults = (code: string) => Effect.map(runBlocks(block(code)), (runs) => runs.flatMap(faultOf).length)
      assert.strictEqual(yield* faults("hub demo --json > /dev/null"), 0)
      assert.strictEqual(yield* faults("hub nosuchcommand"), 1)
      assert.strictEqual(blocksOf(`${fence}sh stopped\nexit 1\n${fence}\n`).length, 0)
    })
  )
})

layer(serviceLayer())("lines of a document", (it) => {
  it("exist at least in README.md and docs/integrating.md", () => {
    assert.includeMembers(documents, ["README.md", "docs/integrating.md"])
  })

  it.effect("fail if a command fails, a response is an error, or an output differs", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service
      const fence = "```"
      const block = (code: string, expected?: string) =>
        `${fence}sh\n${code}\n${fence}\n${expected === undefined ? "" : `\n${fence}text\n${expected}\n${fence}\n`}`
      const faults = (text: string) => Effect.map(runBlocks(blocksOf(text)), (runs) => runs.flatMap(faultOf).length)
      assert.strictEqual(yield* faults(block(`curl -s ${baseUrl}/livez`)), 0)
      assert.strictEqual(yield* faults(block(`curl -s ${baseUrl}/nowhere`)), 1)
      assert.strictEqual(yield* faults(block("echo one", "one")), 0)
      assert.strictEqual(yield* faults(block("echo one", "two")), 1)
      assert.strictEqual(yield* faults(block("nosuchcommand")), 1)
      assert.strictEqual(yield* faults(`${block("word=kept")}${block("echo $word", "kept")}`), 0)
      assert.strictEqual(yield* faults(`${fence}bash\nexit 1\n${fence}\n`), 0)
    })
  )
})
