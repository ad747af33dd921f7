import { Effect, FileSystem, Stream } from "effect"
import { notUtf8, unreadableFile } from "../readFile.ts"

/** Streams the text of a file given on the command line; fails where it is not UTF-8. */
export const chunksOf = (file: string) =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) => {
      const decoder = new TextDecoder("utf-8", { fatal: true })
      const decode = (bytes?: Uint8Array) =>
        Effect.try({
          try: () => decoder.decode(bytes, { stream: bytes !== undefined }),
          catch: () => notUtf8(file)
        })
      return files.stream(file).pipe(
        Stream.mapError((error) => unreadableFile(file, error)),
        Stream.mapEffect(decode),
        Stream.concat(Stream.fromEffect(Effect.suspend(decode)))
      )
    })
  )
