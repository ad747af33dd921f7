import { Effect, FileSystem, Stream } from "effect"
import { unreadableFile } from "../readFile.ts"

/** Streams the text of a file given on the command line. */
export const chunksOf = (file: string) =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(file).pipe(Stream.decodeText))).pipe(
    Stream.mapError((error) => unreadableFile(file, error))
  )
