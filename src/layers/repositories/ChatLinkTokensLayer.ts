import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { SqlClient } from "effect/sql"
import { ChatLinkTokens } from "../../domain/chat/ChatLinkTokens.ts"
import type { RowStore } from "../../domain/dataset/RowStore.ts"
import { makeRemoveChatLinks } from "../../sql/repositories/ChatLinkTokensSql.ts"
import { rowsSql } from "../../sql/statements/rowsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

/** Link tokens over generic row statements, with the store's own removal. */
const linksOver = (
  store: RowStore["Service"],
  removeBefore: ChatLinkTokens["Service"]["removeBefore"]
): ChatLinkTokens["Service"] => {
  const links = store.of("chatLinkTokens")
  const installations = store.of("chatInstallations")
  return {
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
  }
}

export const layerSql = Layer.effect(
  ChatLinkTokens,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return linksOver({ of: (name) => rowsSql(sql, name) }, yield* makeRemoveChatLinks)
  })
)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  ChatLinkTokens,
  Effect.map(Memory, (memory) =>
    linksOver(
      { of: (name) => rowsMemory(memory, name) },
      Effect.fnUntraced(function* (instant) {
        const rows = yield* TxHashMap.entries(memory.chatLinkTokens)
        const expired = rows.filter(([, { expiresAt }]) => DateTime.isLessThan(expiresAt, instant)).map(([key]) => key)
        yield* TxHashMap.removeMany(memory.chatLinkTokens, expired)
        return expired.length
      }, Effect.tx)
    )
  )
)
