import { Effect } from "effect"
import { existsSync } from "node:fs"
import { glob, mkdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { embeddedImageFile } from "../src/layers/database/embeddedImage.ts"
import { packEmbedded } from "../src/layers/DatabaseLayer.ts"

/** Creates the image of the embedded database, unless it exists, and removes those of other versions. */
const file = await embeddedImageFile()
if (!existsSync(file)) {
  const image = await Effect.runPromise(Effect.scoped(packEmbedded))
  await mkdir(dirname(file), { recursive: true })
  for await (const former of glob("embedded-*", { cwd: dirname(file) })) await rm(join(dirname(file), former))
  await writeFile(`${file}.new`, new Uint8Array(await image.arrayBuffer()))
  await rename(`${file}.new`, file)
}
