import { DateTime, Effect, Option, Semaphore } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { open, readdir, readFile, rename, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { type Blob, inlineContent } from "../../domain/blobs/Blob.ts"
import type { Blobs } from "../../domain/blobs/Blobs.ts"
import { makeBlobRows } from "../../sql/repositories/BlobsSql.ts"
import { codeOf, makeDirectory } from "../privateFiles.ts"

/** How many names one statement looks up. */
const namesPerStatement = 500

const orMissing =
  <A>(value: A) =>
  (cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return value
    throw cause
  }

/**
 * Writes bytes to a file named by their SHA-256, readable by this user only. It gets its name once it is complete and
 * on disk. Its mtime follows the service's clock, which tests move.
 */
const write = async (directory: string, { bytes, createdAt }: Blob): Promise<string> => {
  const name = createHash("sha256").update(bytes).digest("hex")
  const path = join(directory, name)
  await makeDirectory(directory)
  const file = await open(`${path}.unfinished`, "w", 0o600)
  try {
    await file.writeFile(bytes)
    await file.utimes(DateTime.toDate(createdAt), DateTime.toDate(createdAt))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.unfinished`, path)
  return name
}

/** Removes a file last written before `epochMillis`; returns whether there was one. */
const removeOlder = async (path: string, epochMillis: number): Promise<boolean> => {
  const facts = await stat(path).catch(orMissing(undefined))
  if (facts === undefined || !facts.isFile() || facts.mtimeMs >= epochMillis) return false
  return unlink(path).then(() => true, orMissing(false))
}

/**
 * Blobs with their bytes in files of `directory`, which one process uses, and their rows in the database. A
 * file is written before the row that names it, and removed by `removeUnused` once no row does, so that no row lacks
 * its file. Rows of earlier versions hold the bytes themselves.
 */
export const makeBlobFiles = (directory: string): Effect.Effect<Blobs["Service"], never, SqlClient.SqlClient> =>
  Effect.map(makeBlobRows, (rows) => {
    // An unused file may be written again at any moment, so writes and removals exclude each other.
    const turn = Semaphore.makeUnsafe(1)
    const inTurn = <A>(run: () => Promise<A>) => turn.withPermit(Effect.promise(run))

    const read = Effect.fnUntraced(function* (key: string, name: string) {
      const path = join(directory, name)
      const bytes = yield* Effect.promise(() => readFile(path).catch(orMissing(null)))
      if (bytes === null) yield* Effect.logError(`The file of ${key} is missing: ${path}`)
      return bytes
    })

    return {
      insertMissing: Effect.fnUntraced(function* (blobs) {
        for (const blob of blobs) {
          const file = yield* inTurn(() => write(directory, blob))
          yield* rows.insertMissing({ ...blob, bytes: null, file })
        }
      }),
      find: Effect.fnUntraced(function* (key) {
        const row = Option.getOrUndefined(yield* rows.find(key))
        if (row === undefined) return Option.none()
        return inlineContent(row.file === null ? row : { ...row, bytes: yield* read(key, row.file) })
      }),
      remove: rows.remove,
      removeUnused: Effect.fnUntraced(function* (instant) {
        const names = yield* Effect.promise(() => readdir(directory).catch(orMissing([])))
        let removed = 0
        for (let at = 0; at < names.length; at += namesPerStatement) {
          const some = names.slice(at, at + namesPerStatement)
          const used = yield* rows.listFiles(some)
          for (const name of some.filter((one) => !used.has(one))) {
            if (yield* inTurn(() => removeOlder(join(directory, name), DateTime.toEpochMillis(instant)))) removed++
          }
        }
        return removed
      })
    }
  })
