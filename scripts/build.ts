import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { keepPreparedTexts } from "./keepPreparedTexts.ts"

/**
 * Builds `dist/`: `hub.js`, which checks the version of Node and loads `program.js`, everything else in one file, and
 * the image of the embedded database. PGlite and sharp stay packages, because they load WebAssembly, data and native
 * code from beside their own files.
 */
const root = fileURLToPath(new URL("../", import.meta.url))
const dist = `${root}dist`

// Database images are kept, because creating one takes seconds.
await mkdir(dist, { recursive: true })
for (const name of await readdir(dist)) {
  if (!name.startsWith("embedded-")) await rm(`${dist}/${name}`, { recursive: true })
}
const bundle = await rolldown({
  cwd: root,
  input: { program: "src/main.ts" },
  platform: "node",
  external: [/^@electric-sql\/pglite($|\/)/, "sharp"],
  plugins: [keepPreparedTexts()]
})
const { output } = await bundle.write({
  dir: dist,
  codeSplitting: false,
  sourcemap: true,
  charset: "ascii",
  comments: { legal: true, annotation: false, jsdoc: false }
})
await bundle.close()
const [program] = output
// Node keeps the source in memory, with two bytes per character if any is not ASCII. License notices lose their
// diacritics.
const ascii = program.code.replaceAll(/\/\*![\s\S]*?\*\//g, (notice) =>
  notice.normalize("NFD").replaceAll(/[^\0-\x7f]/g, "")
)
if (/[^\0-\x7f]/.test(ascii)) throw new Error("The bundle has characters outside ASCII")
await writeFile(`${dist}/${program.fileName}`, ascii)
await import("./prepareEmbedded.ts")
await import("./buildTesting.ts")
// Written last: if it exists, the build is complete.
await writeFile(`${dist}/hub.js`, await readFile(`${root}src/hub.js`))
