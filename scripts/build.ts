import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

/**
 * Makes `dist/`: `hub.js` checks the version of Node and loads `program.js`, which is everything else in one file;
 * beside it the image of the embedded database. PGlite and sharp stay packages, because they load WebAssembly, data and
 * native code from beside their own files.
 */
const root = fileURLToPath(new URL("../", import.meta.url))
const dist = `${root}dist`

// An image of the database that is still right is kept: making one takes seconds.
await mkdir(dist, { recursive: true })
for (const name of await readdir(dist)) {
  if (!name.startsWith("embedded-")) await rm(`${dist}/${name}`, { recursive: true })
}
const bundle = await rolldown({
  cwd: root,
  input: { program: "src/main.ts" },
  platform: "node",
  external: [/^@electric-sql\/pglite($|\/)/, "sharp"]
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
// Node keeps the source in memory, with two bytes for each character as soon as one is not ASCII. Notices keep theirs
// without the marks of letters.
const ascii = program.code.replaceAll(/\/\*![\s\S]*?\*\//g, (notice) =>
  notice.normalize("NFD").replaceAll(/[^\0-\x7f]/g, "")
)
if (/[^\0-\x7f]/.test(ascii)) throw new Error("The bundle has characters outside ASCII")
await writeFile(`${dist}/${program.fileName}`, ascii)
await import("./prepareEmbedded.ts")
await import("./buildTesting.ts")
// Last: where it stands, the build is complete.
await writeFile(`${dist}/hub.js`, await readFile(`${root}src/hub.js`))
