import { Effect, Layer, Option, TxHashMap } from "effect"
import { reachesOrganization } from "../../domain/access/Reach.ts"
import { type BenefitLocator, Benefits } from "../../domain/benefits/Benefits.ts"
import { containsText } from "../../domain/shared/foldText.ts"
import { makeBenefitsSql } from "../../sql/repositories/BenefitsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { benefitViews } from "./benefitViews.ts"
import { byNameThenXid } from "./byNameThenXid.ts"
import { locateRow } from "./locateRow.ts"

export const layerSql = Layer.effect(Benefits, makeBenefitsSql)

export const layerMemory = Layer.effect(
  Benefits,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "benefits")
    const benefitVenues = rowsMemory(memory, "benefitVenues")
    const present = Effect.map(TxHashMap.values(memory.benefits), (all) =>
      all.filter(({ archivedAt }) => archivedAt === null)
    )

    const locate = ({ benefitId, reach }: BenefitLocator) => locateRow(present, benefitId, reach)

    return Benefits.of({
      list: Effect.fnUntraced(function* ({ enabled, kind, limit, offset, q, reach, venueId }) {
        const at = new Set(
          (yield* TxHashMap.values(memory.benefitVenues))
            .filter(({ propertyId }) => propertyId === venueId)
            .map(({ benefitId }) => benefitId)
        )
        const venue = Option.getOrUndefined(yield* TxHashMap.get(memory.properties, String(venueId)))
        const matching = (yield* present).filter(
          (row) =>
            reachesOrganization(reach, row.organizationId) &&
            (q === undefined || containsText(row.name, q)) &&
            (kind === undefined || row.kind === kind) &&
            (enabled === undefined || row.enabled === enabled) &&
            (venueId === undefined ||
              (row.organizationId === venue?.organizationId && (row.scope === "global" || at.has(row.id))))
        )
        const page = matching.toSorted(byNameThenXid).slice(offset, offset + limit)
        return { items: page.map(yield* benefitViews(memory, reach)), total: matching.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        const row = yield* locate(locator)
        return (yield* benefitViews(memory, locator.reach))(row)
      }, Effect.tx),
      getForUpdate: (locator) => Effect.tx(locate(locator)),
      listForShare: Effect.fnUntraced(function* ({ benefitIds, organizationId }) {
        return (yield* present)
          .filter((row) => row.organizationId === organizationId && benefitIds.includes(row.xid))
          .map(({ id, xid }) => ({ id, xid }))
          .toSorted((a, b) => a.id - b.id)
      }, Effect.tx),
      insert: (row) => Effect.orDie(rows.insertNumbered(row)),
      update: ({ id, organizationId }, change) => rows.change({ organizationId, id }, change),
      replaceVenues: Effect.fnUntraced(
        function* ({ id: benefitId, organizationId }, venueIds) {
          yield* benefitVenues.remove({ organizationId, benefitId })
          for (const propertyId of venueIds) yield* benefitVenues.insert({ organizationId, benefitId, propertyId })
        },
        Effect.orDie,
        Effect.tx
      )
    })
  })
)
