import { Effect, Layer, Option, Schema } from "effect"
import { mkdir, readFile, rmdir, stat, unlink, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { codeOf, makeDirectory } from "./privateFiles.ts"

/** Another process has this directory's embedded database open, which allows one process at a time. */
export class EmbeddedInUse extends Schema.TaggedError<EmbeddedInUse>()("EmbeddedInUse", {
  pid: Schema.Int,
  directory: Schema.String
}) {
  override get message() {
    return [
      `The embedded database in ${this.directory} is in use by process ${this.pid}.`,
      "Stop that process, name another directory with HUB_DATA_DIR, or use PostgreSQL (DATABASE_URL), which processes can share."
    ].join("\n")
  }
}

/** The data directory is not writable, or the database in it cannot be opened; `remedy` says what to do. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.String,
  remedy: Schema.String
}) {
  override get message() {
    return `The data directory ${this.directory} cannot be used (${this.reason}). ${this.remedy}`
  }
}

/** The remedy for a directory that this user may not write to. */
export const otherDirectoryRemedy = "Name another one with HUB_DATA_DIR."

/** The remedy for a full disk or an exhausted quota. */
export const moreSpaceRemedy = "The disk is full: free space, or name another directory with HUB_DATA_DIR."

/** Whether a system error's code means a full disk or an exhausted quota. */
export const isDiskFull = (code: string): boolean => code === "ENOSPC" || code === "EDQUOT"

/** The result, or undefined on one of the expected errors. */
const unless = async <A>(codes: ReadonlyArray<string>, run: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await run()
  } catch (cause) {
    if (codes.includes(codeOf(cause))) return undefined
    throw cause
  }
}

/**
 * A process's state and its start time in kernel ticks; undefined outside Linux. Process ids are reused, in a container
 * at every start, so an id alone does not identify the process that wrote it.
 */
const factsOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { state: fields[0], start: fields[19] }
}

/** Whether a process has ended: a zombie whose parent has not read its exit code yet (Z), or one being removed (X). */
const hasEnded = (state: string | undefined) => state === "Z" || state === "X"

const signed = async (pid: number) => `${pid} ${(await factsOf(pid)).start ?? ""}`.trim()

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return codeOf(cause) === "EPERM"
  }
}

/** The process named by `text`, if it is running. */
const holderOf = async (text: string): Promise<number | undefined> => {
  const [pid = "", start] = text.trim().split(" ")
  const holder = Number(pid)
  if (!/^\d+$/.test(pid) || !isAlive(holder)) return undefined
  const { start: actual, state } = await factsOf(holder)
  if (hasEnded(state)) return undefined
  return start === undefined || actual === undefined || start === actual ? holder : undefined
}

const pause = () => new Promise((wake) => setTimeout(wake, 25))

/** The file is empty for a moment: its creator writes it right after creating it. */
const read = async (file: string) => {
  for (let tries = 0; tries < 20; tries++) {
    const text = await unless(["ENOENT"], () => readFile(file, "utf8"))
    if (text !== "") return text
    await pause()
  }
  return ""
}

/** A takeover takes milliseconds; an older one was interrupted. */
const takeoverMillis = 10_000

/**
 * Removes the file of a dead process, one contender at a time: otherwise, of two that both found it stale, the slower
 * could remove the file that the faster has just created.
 */
const clear = async (file: string, stale: string) => {
  const guard = `${file}.takeover`
  const acquired = await unless(["EEXIST"], async () => (await mkdir(guard), true))
  if (acquired) {
    try {
      if ((await read(file)) === stale) await unlink(file)
    } finally {
      await rmdir(guard)
    }
    return
  }
  const facts = await unless(["ENOENT"], () => stat(guard))
  if (facts !== undefined && Date.now() - facts.mtimeMs > takeoverMillis) await unless(["ENOENT"], () => rmdir(guard))
  else await pause()
}

/** Takes the lock, or returns the id of the process that holds it. */
const take = async (file: string, own: string): Promise<number | undefined> => {
  for (;;) {
    const acquired = await unless(
      ["EEXIST"],
      async () => (await writeFile(file, own, { flag: "wx", mode: 0o600 }), true)
    )
    if (acquired) return undefined
    const text = await read(file)
    const holder = text === undefined ? undefined : await holderOf(text)
    if (holder !== undefined) return holder
    if (text !== undefined) await clear(file, text)
  }
}

const fileIn = (directory: string) => join(directory, "hub.pid")

/** The process that has the embedded database of `directory` open, if any. */
export const embeddedHolder = (directory: string): Effect.Effect<Option.Option<number>> =>
  Effect.map(
    Effect.promise(async () => {
      const text = await unless(["ENOENT", "ENOTDIR"], () => readFile(fileIn(directory), "utf8"))
      return text === undefined ? undefined : holderOf(text)
    }),
    Option.fromUndefinedOr
  )

/**
 * Holds `<directory>/hub.pid` for the life of the layer; takes over the file of a dead process. Provide it to the
 * embedded database, so that it is acquired first and released last.
 */
export const layer = (path: string): Layer.Layer<never, EmbeddedInUse | DataDirectoryUnusable> => {
  const directory = resolve(path)
  const file = fileIn(directory)
  const acquire = Effect.gen(function* () {
    const own = yield* Effect.promise(() => signed(process.pid))
    const holder = yield* Effect.tryPromise({
      try: async () => {
        await makeDirectory(directory)
        return take(file, own)
      },
      catch: (cause) => {
        const reason = codeOf(cause)
        return new DataDirectoryUnusable({
          directory,
          reason,
          remedy: isDiskFull(reason) ? moreSpaceRemedy : otherDirectoryRemedy
        })
      }
    })
    if (holder !== undefined) return yield* new EmbeddedInUse({ pid: holder, directory })
    return own
  })
  const release = (own: string) =>
    Effect.promise(async () => {
      if ((await unless(["ENOENT"], () => readFile(file, "utf8"))) === own) await unlink(file)
    })
  return Layer.effectDiscard(Effect.acquireRelease(acquire, release))
}
