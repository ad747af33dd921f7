import { readFile, writeFile } from "node:fs/promises"
import { readmeTables } from "./readmeTables.ts"

/** Writes the tables that the code is the source of into the README, between their marks. */
const path = new URL("../README.md", import.meta.url)
const before = await readFile(path, "utf8")
const after = Object.entries(readmeTables).reduce((text, [name, table]) => {
  const mark = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  return text.replace(mark, (_all, open: string, close: string) => `${open}${table}\n${close}`)
}, before)
await writeFile(path, after)
