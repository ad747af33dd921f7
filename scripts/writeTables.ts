import { readFile, writeFile } from "node:fs/promises"
import { readmeTables } from "./readmeTables.ts"

/** Writes the tables that are generated from the code into the README, between their markers. */
const path = new URL("../README.md", import.meta.url)
const before = await readFile(path, "utf8")
const after = Object.entries(readmeTables).reduce((text, [name, table]) => {
  const marker = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  return text.replace(marker, (_all, open: string, close: string) => `${open}${table}\n${close}`)
}, before)
await writeFile(path, after)
