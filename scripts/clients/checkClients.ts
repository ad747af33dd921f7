import { createClient } from "@hey-api/openapi-ts"
import openapiTypes, { astToString } from "openapi-typescript"
import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { documents } from "../../src/cli/documents.ts"

/**
 * Generates typed clients for every published document with two generators and compiles them with the project's own
 * settings.
 */
const root = resolve(import.meta.dirname, "../..")
const directory = await mkdtemp(join(tmpdir(), "hub-clients-"))

const compile = async (name: string, options: Readonly<Record<string, boolean>>) => {
  const project = join(directory, `${name}.json`)
  const compilerOptions = { ...options, lib: ["ES2024", "DOM", "DOM.Iterable"], types: [] }
  await writeFile(
    project,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [`${name}/**/*.ts`] })
  )
  execFileSync(join(root, "node_modules/.bin/tsc"), ["--project", project], { stdio: "inherit" })
}

try {
  await writeFile(join(directory, "package.json"), JSON.stringify({ type: "module" }))
  await mkdir(join(directory, "types"))
  for (const [surface, { specification }] of Object.entries(documents)) {
    const document = JSON.stringify(specification())
    await writeFile(join(directory, "types", `${surface}.ts`), astToString(await openapiTypes(document)))
    await createClient({
      input: JSON.parse(document),
      output: { path: join(directory, "clients", surface), module: { extension: ".ts" } },
      logs: { level: "silent" }
    })
  }
  await compile("types", {})
  // The generator's runtime does not compile with exact optional properties.
  await compile("clients", { exactOptionalPropertyTypes: false })
  console.log("Typed clients of all documents compile")
} finally {
  await rm(directory, { recursive: true })
}
