import { Effect, Layer, TxHashMap } from "effect"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { makeBlobsSql } from "../../sql/BlobsSql.ts"
import { Memory } from "../Memory.ts"

export const layerSql = Layer.effect(Blobs, makeBlobsSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  Blobs,
  Effect.map(Memory, ({ blobs: table }) =>
    Blobs.of({
      insertMissing: Effect.fnUntraced(function* (blobs) {
        for (const blob of blobs) {
          if (!(yield* TxHashMap.has(table, blob.key))) yield* TxHashMap.set(table, blob.key, blob)
        }
      }, Effect.tx),
      find: (key) => TxHashMap.get(table, key),
      remove: Effect.fnUntraced(function* (keys) {
        let removed = 0
        for (const key of new Set(keys)) if (yield* TxHashMap.remove(table, key)) removed++
        return removed
      }, Effect.tx)
    })
  )
)
