import { DateTime, Effect, Layer } from "effect"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { Mailbox } from "../../domain/delivery/Mailbox.ts"
import { overRows } from "../RowStoreLayer.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    Mailbox,
    Effect.map(RowStore, (store) => {
      const mailbox = store.of("mailbox")
      return Mailbox.of({
        insert: Effect.fnUntraced(function* ({ channel, html, id: messageId, subject, text: body, to: recipient }) {
          if ((yield* mailbox.list({ messageId }, { by: ["id"], limit: 1 })).length > 0) return
          const receivedAt = yield* DateTime.now
          yield* mailbox.insertNumbered({ messageId, channel, recipient, subject, body, html, receivedAt })
        }, Effect.orDie),
        list: Effect.map(mailbox.list({}, { by: ["id"], isDescending: true, limit: 1000 }), (all) => all.toReversed())
      })
    })
  )
)
