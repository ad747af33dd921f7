import { Effect, Layer, Option, TxHashMap } from "effect"
import { inlineContent } from "../../domain/blobs/Blob.ts"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { makeBlobsSql } from "../../sql/repositories/BlobsSql.ts"
import { BlobDirectory } from "../blobs/BlobDirectory.ts"
import { makeBlobFiles } from "../blobs/makeBlobFiles.ts"
import { Memory } from "../memory/Memory.ts"

/** In files of `BlobDirectory` if it is set, else in the database itself. */
export const layerSql = Layer.effect(
  Blobs,
  Effect.flatMap(BlobDirectory, (directory) => (directory === undefined ? makeBlobsSql : makeBlobFiles(directory)))
)

export const layerMemory = Layer.effect(
  Blobs,
  Effect.map(Memory, ({ blobs: table }) =>
    Blobs.of({
      insertMissing: Effect.fnUntraced(function* (blobs) {
        for (const blob of blobs) {
          if (!(yield* TxHashMap.has(table, blob.key))) yield* TxHashMap.set(table, blob.key, { ...blob, file: null })
        }
      }, Effect.tx),
      find: (key) => Effect.map(TxHashMap.get(table, key), Option.flatMap(inlineContent)),
      remove: Effect.fnUntraced(function* (keys) {
        let removed = 0
        for (const key of new Set(keys)) if (yield* TxHashMap.remove(table, key)) removed++
        return removed
      }, Effect.tx),
      removeUnused: () => Effect.succeed(0)
    })
  )
)
