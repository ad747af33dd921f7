import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { ChatLinkTokens } from "../../domain/chat/ChatLinkTokens.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { makeRemoveChatLinks } from "../../sql/repositories/ChatLinkTokensSql.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"

/** Link tokens over generic row statements, with the store's own removal. */
const make = Effect.fnUntraced(function* (removeBefore: ChatLinkTokens["Service"]["removeBefore"]) {
  const store = yield* RowStore
  const links = store.of("chatLinkTokens")
  const installations = store.of("chatInstallations")
  return ChatLinkTokens.of({
    insert: Effect.fnUntraced(function* (link) {
      const { externalUserId, installationId, organizationId } = link
      yield* links.remove({ organizationId, installationId, externalUserId, usedAt: null })
      yield* Effect.orDie(links.insertNumbered(link))
    }),
    findOpen: Effect.fnUntraced(function* (organizationId, tokenHash, now) {
      const link = Option.getOrUndefined(yield* links.find({ organizationId, tokenHash, usedAt: null }))
      if (link === undefined || DateTime.isLessThanOrEqualTo(link.expiresAt, now)) return Option.none()
      const installation = yield* installations.find({ organizationId, id: link.installationId, status: "active" })
      return Option.map(installation, ({ id, name, xid }) => ({ link, installation: { id, name, xid } }))
    }),
    use: ({ id, organizationId }, usedAt) =>
      links.update({ organizationId, id, usedAt: null }, { usedAt }).pipe(
        Effect.orDie,
        Effect.map((used) => used.length > 0)
      ),
    removeBefore
  })
})

export const layerSql = Layer.effect(ChatLinkTokens, Effect.flatMap(makeRemoveChatLinks, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

export const layerMemory = Layer.effect(
  ChatLinkTokens,
  Effect.flatMap(Memory, (memory) =>
    make(
      Effect.fnUntraced(function* (instant) {
        const rows = yield* TxHashMap.entries(memory.chatLinkTokens)
        const expired = rows.filter(([, { expiresAt }]) => DateTime.isLessThan(expiresAt, instant)).map(([key]) => key)
        yield* TxHashMap.removeMany(memory.chatLinkTokens, expired)
        return expired.length
      }, Effect.tx)
    )
  )
).pipe(Layer.provide(RowStoreLayer.layerMemory))
