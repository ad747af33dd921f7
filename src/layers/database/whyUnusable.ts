import { existsSync, readFileSync, type StatsFs, statfsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { DataDirectoryUnusable, moreSpaceRemedy, isDiskFull, otherDirectoryRemedy } from "../EmbeddedLockLayer.ts"
import { codeOf } from "../privateFiles.ts"

/** The major version of PGlite's PostgreSQL, which opens databases of no other. */
const version = "18"

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** What is certainly wrong with the database in `directory`; undefined if nothing is. Fails if it cannot be read. */
const damageIn = (directory: string): string | undefined => {
  try {
    const found = readFileSync(join(directory, "PG_VERSION"), "utf8").trim()
    if (found !== version) return `PG_VERSION is "${found.slice(0, 20)}", not ${version}`
    statSync(join(directory, "global/pg_control"))
    return undefined
  } catch (cause) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(codeOf(cause))) return reasonOf(cause)
    throw cause
  }
}

/**
 * Fails unless `directory` holds a database of this version. PGlite initialises a directory without `PG_VERSION`, and
 * thereby overwrites whatever else is in it.
 */
export const requireSound = (directory: string): void => {
  const reason = damageIn(directory)
  if (reason === undefined) return
  throw new DataDirectoryUnusable({
    directory,
    reason,
    remedy:
      "Its database is damaged or of another version: restore a backup, or remove it with `hub reset` to start over."
  })
}

/** Error codes of a directory that this user may not use. */
const inaccessible: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"])

/** More than PostgreSQL writes at its start: a segment of its log, and a checkpoint. */
const startBytes = 32 * 1024 * 1024

/** Reads the sizes of the file system that holds a path. */
type Statfs = (path: string) => Pick<StatsFs, "bavail" | "bsize" | "ffree" | "files">

/** Whether the disk of `directory` lacks the space for a start. PGlite's own errors do not say so. */
const isFull = (directory: string, statfs: Statfs): boolean => {
  try {
    const { bavail, bsize, ffree, files } = statfs(directory)
    // File systems without a fixed number of files report none of them.
    return bavail * bsize < startBytes || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}

const remedyOf = (directory: string, code: string, statfs: Statfs) => {
  if (inaccessible.has(code)) return otherDirectoryRemedy
  if (isDiskFull(code) || isFull(dirname(directory), statfs)) return moreSpaceRemedy
  if (!existsSync(directory)) return otherDirectoryRemedy
  return "Its database may be damaged, or the disk may be full: free space, and restore a backup if that does not help."
}

/** The error of a start that failed in `directory`. Never advises to remove a database that may be sound. */
export const whyUnusable = (directory: string, cause: unknown, statfs: Statfs = statfsSync): DataDirectoryUnusable =>
  cause instanceof DataDirectoryUnusable
    ? cause
    : new DataDirectoryUnusable({
        directory,
        reason: reasonOf(cause),
        remedy: remedyOf(directory, codeOf(cause), statfs)
      })
