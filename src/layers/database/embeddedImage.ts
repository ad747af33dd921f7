import { readFile } from "node:fs/promises"
import { findPackageJSON } from "node:module"
import { dirname, join } from "node:path"

const packageOf = (specifier: string) => {
  const file = findPackageJSON(specifier, import.meta.url)
  if (file === undefined) throw new Error(`No package.json of ${specifier}`)
  return file
}

/**
 * The file of the image: a new database cluster as PGlite makes it, packed. Making one takes seconds, unpacking it a
 * fraction of one. Another version of PGlite has another image.
 */
export const embeddedImageFile = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(packageOf("@electric-sql/pglite"), "utf8"))
  return join(dirname(packageOf("..")), "dist", `embedded-${version}.tar.gz`)
}

/** The image; undefined in a checkout whose installation has not made it. */
export const embeddedImage = async (): Promise<Blob | undefined> => {
  const bytes = await readFile(await embeddedImageFile()).catch(() => undefined)
  return bytes === undefined ? undefined : new Blob([bytes])
}
