import { Effect, Layer, Option, Order, TxHashMap } from "effect"
import { reachesOrganization } from "../../domain/access/Reach.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import type { ThemeKitRow } from "../../domain/themes/ThemeKit.ts"
import { ThemeKits, type ThemeKitLocator } from "../../domain/themes/ThemeKits.ts"
import { makeThemeKitsSql } from "../../sql/ThemeKitsSql.ts"
import { binaryOrder } from "../binaryOrder.ts"
import { Memory } from "../Memory.ts"
import { rowsMemory } from "../rowsMemory.ts"

export const layerSql = Layer.effect(ThemeKits, makeThemeKitsSql)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, ({ name }: ThemeKitRow) => name),
  Order.mapInput(binaryOrder, ({ xid }) => xid)
)

/** The twin over the in-memory tables, whose transactions exclude each other. */
export const layerMemory = Layer.effect(
  ThemeKits,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "themeKits")

    const locate = Effect.fnUntraced(function* ({ reach, themeKitId }: ThemeKitLocator) {
      const kit = (yield* TxHashMap.values(memory.themeKits)).find(({ xid }) => xid === themeKitId)
      return kit !== undefined && reachesOrganization(reach, kit.organizationId) ? kit : yield* new NotFound({})
    })

    /** How many page groups have a kit in their draft or in the version published last. */
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
      return ({ organizationId, xid }: ThemeKitRow) =>
        new Set(
          current
            .filter((version) => version.organizationId === organizationId && version.theme.themeKitId === xid)
            .map(({ pageGroupId }) => pageGroupId)
        ).size
    })

    return ThemeKits.of({
      list: Effect.fnUntraced(function* ({ limit, offset, q, reach }) {
        const usesOf = yield* counting
        const found = (yield* TxHashMap.values(memory.themeKits)).filter(
          ({ name, organizationId }) =>
            reachesOrganization(reach, organizationId) && (q === undefined || containsText(name, q))
        )
        const page = found.toSorted(byNameThenId).slice(offset, offset + limit)
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
      isUsed: (kit) => Effect.tx(Effect.map(counting, (usesOf) => usesOf(kit) > 0)),
      insert: (kit) => Effect.orDie(rows.insertNumbered(kit)),
      update: ({ id, organizationId, ...kit }) => Effect.asVoid(Effect.orDie(rows.update({ organizationId, id }, kit))),
      remove: ({ id, organizationId }) => Effect.asVoid(rows.remove({ organizationId, id }))
    })
  })
)
