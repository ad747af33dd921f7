import { Effect, Stream } from "effect"
import { bytesOf } from "../bytesOf.ts"
import { notUtf8 } from "../readFile.ts"

/** Streams the text of a file given on the command line; fails where it is not UTF-8. */
export const chunksOf = (file: string) =>
  Stream.suspend(() => {
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const decode = (bytes?: Uint8Array) =>
      Effect.try({
        try: () => decoder.decode(bytes, { stream: bytes !== undefined }),
        catch: () => notUtf8(file)
      })
    return bytesOf(file).pipe(Stream.mapEffect(decode), Stream.concat(Stream.fromEffect(Effect.suspend(decode))))
  })
