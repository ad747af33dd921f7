import { Effect, Layer, Option, Schema } from "effect"
import { mkdir, readFile, rename, unlink, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"

/** A process has the embedded database of this directory open, which takes one process at a time. */
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

/** The directory of the embedded database cannot be written to. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The data directory ${this.directory} cannot be used (${this.reason}). Name another one with HUB_DATA_DIR.`
  }
}

const codeOf = (cause: unknown) => (cause instanceof Error && "code" in cause ? String(cause.code) : String(cause))

/** The answer, or undefined when it fails in one of the expected ways. */
const unless = async <A>(codes: ReadonlyArray<string>, ask: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await ask()
  } catch (cause) {
    if (codes.includes(codeOf(cause))) return undefined
    throw cause
  }
}

/**
 * When a process started, in the kernel's ticks. Numbers of processes are used again, in a container at each of its
 * starts, so a number alone does not say that the process which wrote it still runs. Undefined outside Linux.
 */
const startOf = async (pid: number): Promise<string | undefined> => {
  const facts = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19]
}

const signed = async (pid: number) => `${pid} ${(await startOf(pid)) ?? ""}`.trim()

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return codeOf(cause) === "EPERM"
  }
}

/** The process that `text` names, while it runs. */
const holderOf = async (text: string): Promise<number | undefined> => {
  const [pid = "", start] = text.trim().split(" ")
  const holder = Number(pid)
  if (!/^\d+$/.test(pid) || !isAlive(holder)) return undefined
  const actual = await startOf(holder)
  return start === undefined || actual === undefined || start === actual ? holder : undefined
}

/** Whoever creates the file has not written it until a moment later. */
const read = async (file: string) => {
  for (let tries = 0; tries < 20; tries++) {
    const text = await unless(["ENOENT"], () => readFile(file, "utf8"))
    if (text !== "") return text
    await new Promise((wake) => setTimeout(wake, 25))
  }
  return ""
}

/**
 * Moves away what a dead process left. Between the look at it and the move another process may have taken over, so what was
 * moved is looked at again and put back when it is alive.
 */
const clear = async (file: string, stale: string) => {
  const aside = `${file}.${process.pid}`
  if ((await unless(["ENOENT"], async () => (await rename(file, aside), true))) === undefined) return
  const moved = await readFile(aside, "utf8")
  if (moved !== stale) await unless(["EEXIST"], () => writeFile(file, moved, { flag: "wx" }))
  await unlink(aside)
}

/** Takes the lock, or answers the process that has it. */
const take = async (file: string, own: string): Promise<number | undefined> => {
  for (;;) {
    const isMine = await unless(["EEXIST"], async () => (await writeFile(file, own, { flag: "wx" }), true))
    if (isMine) return undefined
    const text = await read(file)
    const holder = text === undefined ? undefined : await holderOf(text)
    if (holder !== undefined) return holder
    if (text !== undefined) await clear(file, text)
  }
}

const fileIn = (directory: string) => join(directory, "hub.pid")

/** The process that has the embedded database of `directory` open, if one has. */
export const embeddedHolder = (directory: string): Effect.Effect<Option.Option<number>> =>
  Effect.map(
    Effect.promise(async () => {
      const text = await unless(["ENOENT", "ENOTDIR"], () => readFile(fileIn(directory), "utf8"))
      return text === undefined ? undefined : holderOf(text)
    }),
    Option.fromUndefinedOr
  )

/**
 * Holds `<directory>/hub.pid` for as long as the layer lives. The file of a process that died is taken over. Provide it to
 * the embedded database, so that it is taken before and released after.
 */
export const layer = (path: string): Layer.Layer<never, EmbeddedInUse | DataDirectoryUnusable> => {
  const directory = resolve(path)
  const file = fileIn(directory)
  const acquire = Effect.gen(function* () {
    const own = yield* Effect.promise(() => signed(process.pid))
    const holder = yield* Effect.tryPromise({
      try: async () => {
        await mkdir(directory, { recursive: true })
        return take(file, own)
      },
      catch: (cause) => new DataDirectoryUnusable({ directory, reason: codeOf(cause) })
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
