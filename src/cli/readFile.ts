import { Effect, FileSystem, type PlatformError } from "effect"
import { Refused } from "./Refused.ts"

const reasons: Readonly<Record<string, string>> = {
  NotFound: "there is no such file",
  PermissionDenied: "this user may not read it",
  BadResource: "it is not a file"
}

/** A file named on the command line cannot be read, for a reason in words. */
export const unreadableFile = (file: string, { reason }: PlatformError.PlatformError): Refused => {
  const detail = "description" in reason && reason.description !== undefined ? reason.description : reason._tag
  return new Refused({ message: `${file} cannot be read: ${reasons[reason._tag] ?? detail}` })
}

/** The text of a file named on the command line, of at most `mostBytes`. */
export const readFile = Effect.fnUntraced(function* (file: string, mostBytes: number) {
  const files = yield* FileSystem.FileSystem
  const read = Effect.gen(function* () {
    const { size } = yield* files.stat(file)
    if (Number(size) > mostBytes) return yield* new Refused({ message: `${file} is larger than ${mostBytes} bytes` })
    return yield* files.readFileString(file)
  })
  return yield* Effect.catchTag(read, "PlatformError", (error) => Effect.fail(unreadableFile(file, error)))
})
