import { mkdirSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { findPackageJSON } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { schemaDigest } from "../../sql/migrations.ts"

const packageOf = (specifier: string) => {
  const file = findPackageJSON(specifier, import.meta.url)
  if (file === undefined) throw new Error(`No package.json of ${specifier}`)
  return file
}

/**
 * The path of the image: a packed new database with the schema of this release. Creating and migrating one takes
 * seconds, unpacking it a fraction of a second. Each version of PGlite and each schema has its own image.
 */
export const embeddedImageFile = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(packageOf("@electric-sql/pglite"), "utf8"))
  return join(dirname(packageOf("..")), "dist", `embedded-${version}-${schemaDigest}.tar.gz`)
}

/** The image; undefined in a checkout where the install script has not created it. */
export const embeddedImage = async (): Promise<Buffer<ArrayBuffer> | undefined> => {
  const file = await embeddedImageFile()
  return readFile(file).catch(() => undefined)
}

const block = 512

const textAt = (tar: Buffer, from: number, length: number) =>
  tar.toString("latin1", from, from + length).split("\0", 1)[0] ?? ""

/**
 * Unpacks an image into a new directory. PGlite's own unpacking, through its virtual file system, takes several times
 * as long. PGlite writes plain POSIX archives (IEEE 1003.1, ustar) of files and directories.
 */
export const unpackImage = async (image: Buffer<ArrayBuffer>, directory: string): Promise<void> => {
  // One chunk of the whole size, which ends the image (RFC 1952 section 2.3.1): joining chunks takes as long as unpacking.
  const tar = await promisify(gunzip)(image, { chunkSize: image.readUInt32LE(image.length - 4) })
  const directories = new Set<string>()
  const enter = (path: string) => {
    if (directories.has(path)) return
    directories.add(path)
    mkdirSync(path, { recursive: true, mode: 0o700 })
  }
  let size = 0
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; at += block + Math.ceil(size / block) * block) {
    const path = join(directory, textAt(tar, at + 345, 155), textAt(tar, at, 100))
    size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    if (textAt(tar, at + 156, 1) === "5") enter(path)
    else {
      enter(dirname(path))
      // Nothing else runs at the start, and 1,600 small files are written several times as fast without promises.
      writeFileSync(path, tar.subarray(at + block, at + block + size), { mode: 0o600 })
    }
  }
}
