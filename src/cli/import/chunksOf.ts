import { Effect, FileSystem, Stream } from "effect"
import { unreadableFile } from "../readFile.ts"

/** The text of a file named on the command line, in chunks. */
export const chunksOf = (file: string) =>
  Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(file).pipe(Stream.decodeText))).pipe(
    Stream.mapError((error) => unreadableFile(file, error))
  )
