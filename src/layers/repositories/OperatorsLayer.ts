import { Effect, Layer } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { Operators } from "../../domain/operators/Operators.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    Operators,
    Effect.map(RowStore, (store) => {
      const operators = store.of("operators")
      return {
        find: (identitySubject) => operators.find({ identitySubject }),
        findById: (organizationId, id) => operators.find({ organizationId, id })
      }
    })
  )
)
