import { readFile, writeFile } from "node:fs/promises"
import { generatedTables } from "./generatedTables.ts"

/** Writes the generated tables into their documents, between their markers. */
for (const { document, name, table } of generatedTables) {
  const path = new URL(`../${document}`, import.meta.url)
  const marker = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  const before = await readFile(path, "utf8")
  await writeFile(
    path,
    before.replace(marker, (_all, open: string, close: string) => `${open}${table}\n${close}`)
  )
}
