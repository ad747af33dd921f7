import { Effect, Layer } from "effect"
import { ChatConsultations } from "../../domain/chat/ChatConsultations.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    ChatConsultations,
    Effect.map(RowStore, (store) => {
      const consultations = store.of("chatConsultations")
      return ChatConsultations.of({
        findOpen: ({ externalUserId, installationId, organizationId }) =>
          consultations.find({ organizationId, installationId, externalUserId, closedAt: null }),
        find: ({ id, organizationId }) => consultations.find({ organizationId, id }),
        insert: (consultation) => Effect.orDie(Effect.asVoid(consultations.insertNumbered(consultation))),
        updateTurns: ({ id, organizationId }, turns) => consultations.change({ organizationId, id }, { turns }),
        close: ({ externalUserId, installationId, organizationId }, { at: closedAt, by: closedBy }) =>
          consultations.change(
            { organizationId, installationId, externalUserId, closedAt: null },
            { closedAt, closedBy }
          )
      })
    })
  )
)
