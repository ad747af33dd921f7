import { Effect, Layer } from "effect"
import { ArrivalRebuilds } from "../../domain/arrivals/ArrivalRebuilds.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    ArrivalRebuilds,
    Effect.map(RowStore, (store) => {
      const rows = store.of("arrivalRebuilds")
      return ArrivalRebuilds.of({
        insert: (rebuild) => Effect.asVoid(Effect.orDie(rows.insertNumbered(rebuild))),
        list: rows.list({}, { by: ["id"] }),
        remove: (ids) => Effect.forEach(ids, (id) => rows.remove({ id }), { discard: true })
      })
    })
  )
)
