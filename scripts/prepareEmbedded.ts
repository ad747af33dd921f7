import { PGlite } from "@electric-sql/pglite"
import { existsSync } from "node:fs"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { embeddedImageFile } from "../src/layers/database/embeddedImage.ts"

/** Creates the image of the embedded database, unless it exists. */
const file = await embeddedImageFile()
if (!existsSync(file)) {
  const db = await PGlite.create()
  await db.exec("CHECKPOINT")
  const image = await db.dumpDataDir("gzip")
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, new Uint8Array(await image.arrayBuffer()))
  await rename(`${file}.new`, file)
  await db.close()
}
