import { copyFile, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

/**
 * Makes `dist/`: `hub.js` checks the version of Node and loads `program.js`, which is everything else in one file;
 * beside it the image of the embedded database. PGlite and sharp stay packages, because they load WebAssembly, data and
 * native code from beside their own files.
 */
const root = fileURLToPath(new URL("../", import.meta.url))
const dist = `${root}dist`

await rm(dist, { recursive: true, force: true })
const bundle = await rolldown({
  cwd: root,
  input: { program: "src/main.ts" },
  platform: "node",
  external: [/^@electric-sql\/pglite($|\/)/, "sharp"]
})
await bundle.write({ dir: dist, codeSplitting: false, sourcemap: true })
await bundle.close()
await copyFile(`${root}src/hub.js`, `${dist}/hub.js`)
await import("./prepareEmbedded.ts")
