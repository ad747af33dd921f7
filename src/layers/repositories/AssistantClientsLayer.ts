import { Effect, Layer } from "effect"
import { AssistantClients } from "../../domain/assistants/AssistantClients.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    AssistantClients,
    Effect.map(RowStore, (store) => {
      const clients = store.of("assistantClients")
      return AssistantClients.of({
        find: (clientId) => clients.find({ clientId }),
        findForUpdate: (clientId) =>
          Effect.andThen(clients.lock({ clientId }, ["clientId"]), clients.find({ clientId })),
        list: (limit) => clients.list({}, { by: ["createdAt"], limit }),
        insert: (client) => Effect.orDie(clients.insertMissing(client)),
        update: (clientId, { allowlisted, name }) => clients.change({ clientId }, { allowlisted, name })
      })
    })
  )
)
