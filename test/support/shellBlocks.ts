import { Effect } from "effect"
import { binary, type Environment, program, temporaryDirectory } from "./servers/hub.ts"

/** The mark of a block: `sh` needs a running service, `sh stopped` its store while no service runs. */
type Mark = "sh" | "sh stopped"

/** A code block of a document, and the block marked `text` right after it, which is its expected output. */
export interface Block {
  readonly line: number
  readonly code: string
  readonly expected: string | undefined
}

/** A block after its run. `statuses` are those of the responses to its `curl` commands. */
export interface BlockRun {
  readonly block: Block
  readonly exitCode: number
  readonly output: string
  readonly errors: string
  readonly statuses: ReadonlyArray<number>
}

const fenced = (mark: Mark) =>
  new RegExp(`^\`\`\`${mark}\\n([^]*?)^\`\`\`\\n(?:\\n\`\`\`text\\n([^]*?)^\`\`\`$)?`, "gm")

/** The blocks of a Markdown document with a mark, in order. */
export const blocksOf = (markdown: string, mark: Mark = "sh"): ReadonlyArray<Block> =>
  [...markdown.matchAll(fenced(mark))].map((match) => ({
    line: markdown.slice(0, match.index).split("\n").length,
    code: match[1] ?? "",
    expected: match[2]?.trimEnd()
  }))

const blockMarker = "--- block"
const status = /^status (\d{3})$/gm

/**
 * `curl` reports the status of each response on standard error, unless the command has its own `--write-out`; `hub` is
 * the binary of the repository.
 */
const preamble = [
  `curl() { command curl --write-out '%{stderr}\\nstatus %{http_code}\\n' "$@"; }`,
  `hub() { ${binary.map((word) => `'${word}'`).join(" ")} "$@"; }`
]

const parts = (text: string) => text.split(`${blockMarker}\n`).slice(1)

/**
 * Runs the blocks in one shell in the root of the repository, in order, until one fails; `/tmp/` in them is a directory
 * of the run. The shell is bash with `-e` and `pipefail`.
 */
export const runBlocks = Effect.fnUntraced(function* (blocks: ReadonlyArray<Block>, environment: Environment = {}) {
  const directory = yield* temporaryDirectory
  const codes = blocks.map(({ code }) => code.replaceAll("/tmp/", `${directory}/`))
  const script = [
    ...preamble,
    ...codes.map((code) => `echo '${blockMarker}'; echo '${blockMarker}' >&2\n${code}`)
  ].join("\n")
  const shell = yield* program(environment, "bash", "-e", "-o", "pipefail", "-c", script)
  const outputs = parts(shell.stdout)
  const errors = parts(shell.stderr)
  return blocks.slice(0, outputs.length).map((block, index): BlockRun => {
    const error = errors[index] ?? ""
    return {
      block,
      exitCode: index === outputs.length - 1 ? shell.code : 0,
      output: (outputs[index] ?? "").trimEnd(),
      errors: error.replaceAll(status, "").trim(),
      statuses: [...error.matchAll(status)].map(([, digits]) => Number(digits))
    }
  })
}, Effect.scoped)
