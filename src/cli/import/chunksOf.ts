import { Effect, FileSystem, Stream } from "effect"
import { unreadableFile } from "../readFile.ts"
import { Refused } from "../Refused.ts"

/** Streams the text of a file given on the command line; fails where it is not UTF-8. */
export const chunksOf = (file: string) =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) => {
      const decoder = new TextDecoder("utf-8", { fatal: true })
      const decode = (bytes?: Uint8Array) =>
        Effect.try({
          try: () => decoder.decode(bytes, { stream: bytes !== undefined }),
          catch: () => new Refused({ message: `${file} is not encoded in UTF-8` })
        })
      return files.stream(file).pipe(
        Stream.mapError((error) => unreadableFile(file, error)),
        Stream.mapEffect(decode),
        Stream.concat(Stream.fromEffect(Effect.suspend(decode)))
      )
    })
  )
