import { Effect, Layer, Option, TxHashMap } from "effect"
import { reachesOrganization } from "../../domain/access/Reach.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import type { ThemeKit } from "../../domain/themes/ThemeKit.ts"
import { ThemeKits, type ThemeKitLocator } from "../../domain/themes/ThemeKits.ts"
import { makeThemeKitsSql, type ThemeKitStatements } from "../../sql/repositories/ThemeKitsSql.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { byNameThenXid } from "./byNameThenXid.ts"
import { locateRow } from "./locateRow.ts"

/** Theme kits over generic row statements and the store's own ones. */
const make = Effect.fnUntraced(function* (statements: ThemeKitStatements) {
  const kits = (yield* RowStore).of("themeKits")
  return ThemeKits.of({
    ...statements,
    insert: (kit) => Effect.orDie(kits.insertNumbered(kit)),
    update: ({ id, organizationId, ...kit }) => kits.change({ organizationId, id }, kit),
    remove: ({ id, organizationId }) => Effect.asVoid(kits.remove({ organizationId, id }))
  })
})

export const layerSql = Layer.effect(ThemeKits, Effect.flatMap(makeThemeKitsSql, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

/** The twin over the in-memory tables, whose transactions are serialisable, so it needs no locks. */
export const layerMemory = Layer.effect(
  ThemeKits,
  Effect.gen(function* () {
    const memory = yield* Memory

    const locate = ({ reach, themeKitId }: ThemeKitLocator) =>
      locateRow(TxHashMap.values(memory.themeKits), themeKitId, reach)

    /** How many page groups use a kit in their draft or in their latest published version. */
    const counting = Effect.gen(function* () {
      const versions = yield* TxHashMap.values(memory.pageVersions)
      const current = versions.filter(
        ({ number, pageGroupId, publishedAt }) =>
          publishedAt === null ||
          !versions.some((other) => {
            const isPublished = other.pageGroupId === pageGroupId && other.publishedAt !== null
            return isPublished && other.number > number
          })
      )
      return ({ organizationId, xid }: ThemeKit) =>
        new Set(
          current
            .filter((version) => version.organizationId === organizationId && version.theme.themeKitId === xid)
            .map(({ pageGroupId }) => pageGroupId)
        ).size
    })

    return yield* make({
      list: Effect.fnUntraced(function* ({ limit, offset, q, reach }) {
        const usesOf = yield* counting
        const found = (yield* TxHashMap.values(memory.themeKits)).filter(
          ({ name, organizationId }) =>
            reachesOrganization(reach, organizationId) && (q === undefined || containsText(name, q))
        )
        const page = found.toSorted(byNameThenXid).slice(offset, offset + limit)
        return { items: page.map((kit) => ({ kit, usedByPages: usesOf(kit) })), total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        const kit = yield* locate(locator)
        return { kit, usedByPages: (yield* counting)(kit) }
      }, Effect.tx),
      getForUpdate: (locator) => Effect.tx(locate(locator)),
      findDefaultForUpdate: Effect.fnUntraced(function* (organizationId) {
        const kits = yield* TxHashMap.values(memory.themeKits)
        return Option.fromUndefinedOr(kits.find((kit) => kit.organizationId === organizationId && kit.isDefault))
      }, Effect.tx),
      isUsed: (kit) => Effect.tx(Effect.map(counting, (usesOf) => usesOf(kit) > 0))
    })
  })
).pipe(Layer.provide(RowStoreLayer.layerMemory))
