import { Effect, FileSystem, type PlatformError, Stream } from "effect"
import { Refused } from "./Refused.ts"

const reasons: Readonly<Record<string, string>> = {
  NotFound: "there is no such file",
  PermissionDenied: "permission denied",
  BadResource: "it is not a file"
}

/** The refusal of a file given on the command line that cannot be read, with the reason. */
export const unreadableFile = (file: string, { reason }: PlatformError.PlatformError): Refused => {
  const detail = "description" in reason && reason.description !== undefined ? reason.description : reason._tag
  return new Refused({ message: `${file} cannot be read: ${reasons[reason._tag] ?? detail}` })
}

/** The refusal of a file given on the command line that is not text in UTF-8. */
export const notUtf8 = (file: string): Refused => new Refused({ message: `${file} is not encoded in UTF-8` })

/** Reads a text file given on the command line, of at most `maxBytes`. */
export const readFile = Effect.fnUntraced(function* (file: string, maxBytes: number) {
  const files = yield* FileSystem.FileSystem
  const read = Effect.gen(function* () {
    // One byte more tells what is too large, also of devices and pipes, which have no size.
    const bytes = yield* Stream.mkUint8Array(files.stream(file, { bytesToRead: maxBytes + 1 }))
    if (bytes.length > maxBytes) return yield* new Refused({ message: `${file} is larger than ${maxBytes} bytes` })
    return yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => notUtf8(file)
    })
  })
  return yield* Effect.catchTag(read, "PlatformError", (error) => Effect.fail(unreadableFile(file, error)))
})
