import { Effect, Layer } from "effect"
import { Integrations } from "../../domain/access/Integrations.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    Integrations,
    Effect.map(RowStore, (store) => {
      const integrations = store.of("integrations")
      return { list: (organizationId) => integrations.list({ organizationId }, { by: ["id"] }) }
    })
  )
)
