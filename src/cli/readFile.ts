import { Effect, Stream } from "effect"
import { bytesOf } from "./bytesOf.ts"
import { Refused } from "./Refused.ts"

/** The refusal of a file given on the command line that is not text in UTF-8. */
export const notUtf8 = (file: string): Refused => new Refused({ message: `${file} is not encoded in UTF-8` })

/** Reads a text file given on the command line, of at most `maxBytes`. */
export const readFile = Effect.fnUntraced(function* (file: string, maxBytes: number) {
  // Reads one byte more than allowed to detect a file that is too large, since devices and pipes have no size.
  const bytes = yield* Stream.mkUint8Array(bytesOf(file, maxBytes + 1))
  if (bytes.length > maxBytes) return yield* new Refused({ message: `${file} is larger than ${maxBytes} bytes` })
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => notUtf8(file)
  })
})
