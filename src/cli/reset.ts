import { Console, Effect, Option } from "effect"
import { Command, Flag, Prompt } from "effect/cli"
import { existsSync } from "node:fs"
import { rename, rmdir } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import * as Configuration from "../layers/Configuration.ts"
import { embeddedPaths } from "../layers/database/embeddedPaths.ts"
import { leftoversOf, removeAll, removedOf } from "../layers/database/leftovers.ts"
import { embeddedHolder, EmbeddedInUse, layer as heldBy } from "../layers/EmbeddedLockLayer.ts"
import { json } from "./flags.ts"
import { printJson } from "./printJson.ts"
import { Refused } from "./Refused.ts"

const confirmed = Effect.fnUntraced(function* (database: string) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    return yield* new Refused({
      message: `This would remove the embedded database in ${database}. Confirm with --yes.`
    })
  }
  const question = Prompt.Confirm({ message: `Remove the embedded database in ${database}?`, initial: false })
  return yield* Effect.catchTag(Prompt.run(question), "QuitError", () => Effect.succeed(false))
})

/**
 * Removes the database and its images while this process holds the lock; other files in the directory are kept. The
 * database is renamed first, with the images in it: an interruption leaves nothing that a start would use.
 */
const remove = Effect.fnUntraced(function* (directory: string) {
  const { blobs, database } = embeddedPaths(directory)
  const removed = removedOf(database)
  const removal = Effect.promise(async () => {
    await removeAll(leftoversOf(database))
    if (existsSync(database)) {
      await rename(database, removed)
      if (existsSync(blobs)) await rename(blobs, join(removed, basename(blobs)))
    }
    await removeAll([removed, blobs])
  })
  yield* Effect.provide(removal, heldBy(directory))
  // Fails if the directory is not empty.
  yield* Effect.promise(() => rmdir(directory).catch(() => {}))
})

/**
 * Removes the embedded database and its images, so that the next start creates a new one. Refused for every other
 * store.
 */
export const reset = Command.make(
  "reset",
  {
    yes: Flag.Boolean("yes").pipe(Flag.withDescription("Remove without confirmation"), Flag.withDefault(false)),
    json
  },
  Effect.fn("reset")(function* (options) {
    const { dataDirectory, store } = yield* Configuration.Configuration
    if (store !== "embedded") {
      return yield* new Refused({
        message:
          "The data is in the PostgreSQL of DATABASE_URL, which `hub reset` leaves alone.\n" +
          "To start over there, drop that database, create it again, and run `hub migrate`."
      })
    }
    const directory = resolve(dataDirectory)
    const holder = yield* embeddedHolder(directory)
    if (Option.isSome(holder)) return yield* new EmbeddedInUse({ pid: holder.value, directory })
    const { blobs, database } = embeddedPaths(directory)
    const isThere = [database, blobs, ...leftoversOf(database)].some((path) => existsSync(path))
    const removed = isThere && (options.yes || (yield* confirmed(database)))
    if (removed) {
      if (!options.json) yield* Console.log(`Removing the embedded database in ${database}`)
      yield* remove(directory)
    }
    if (options.json) return yield* printJson({ directory: database, removed })
    yield* Console.log(
      removed
        ? "Removed. The next start creates a new database."
        : isThere
          ? "Nothing removed."
          : `Nothing to remove: there is no embedded database in ${directory}.`
    )
  }, Effect.provide(Configuration.layer()))
).pipe(
  Command.withDescription(
    "Remove the embedded database in HUB_DATA_DIR to start over; refused while a process uses it"
  ),
  Command.withExamples([
    { command: "hub reset", description: "Remove it after confirmation" },
    { command: "hub reset --yes", description: "Remove it without confirmation, for scripts" }
  ])
)
