import { chmodSync, readdirSync } from "node:fs"
import { mkdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** The code of a system error, such as ENOENT; the error as text if it has none. */
export const codeOf = (cause: unknown) =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

const isDirectory = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false
  )

/**
 * Creates a directory and its missing parents, for this user only. Node's recursive `mkdir` never returns where a file
 * system answers ENOENT although the parent exists, as `/proc` does.
 */
export const makeDirectory = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (cause) {
    if (await isDirectory(path)) return
    const parent = dirname(path)
    if (codeOf(cause) !== "ENOENT" || (await isDirectory(parent))) throw cause
    await makeDirectory(parent)
    await mkdir(path, { mode: 0o700 })
  }
}

/** Removes other users' permissions on `directory` and everything in it, whoever created it. */
export const makePrivate = (directory: string): void => {
  chmodSync(directory, 0o700)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  }
}
