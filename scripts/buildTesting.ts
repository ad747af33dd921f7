import { Effect, Predicate } from "effect"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { isolatedDeclaration } from "rolldown/experimental"
import { transform } from "rolldown/utils"
import { manifestFor } from "../src/cli/demo.ts"

/**
 * Builds `hospitality-hub/testing` and its declarations. The type of the demo manifest is derived from its value: the
 * declarations of its own types would pull in the whole domain.
 */
const root = fileURLToPath(new URL("../", import.meta.url))
const dist = `${root}dist`

const typeOf = (value: unknown): string =>
  Predicate.isObject(value)
    ? `{${Object.entries(value)
        .map(([name, inner]) => `readonly ${JSON.stringify(name)}: ${typeOf(inner)}`)
        .join("; ")}}`
    : typeof value

const source = await readFile(`${root}src/startHub.ts`, "utf8")
const [program, declarations] = await Promise.all([
  transform("startHub.ts", source, { target: "node22" }),
  isolatedDeclaration("startHub.ts", source)
])
const errors = [...program.errors, ...declarations.errors]
if (errors.length > 0) throw new AggregateError(errors)
const manifest = await Effect.runPromise(manifestFor("http://127.0.0.1:8080"))

await mkdir(`${dist}/demo`, { recursive: true })
await Promise.all([
  writeFile(`${dist}/startHub.js`, program.code),
  writeFile(`${dist}/startHub.d.ts`, declarations.code.replaceAll('.ts"', '.js"')),
  writeFile(`${dist}/demo/demoManifest.d.ts`, `export type DemoManifest = ${typeOf(manifest)}\n`)
])
