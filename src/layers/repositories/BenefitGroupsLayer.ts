import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { reachesOrganization } from "../../domain/access/Reach.ts"
import type { BenefitGroup } from "../../domain/benefits/Benefit.ts"
import { type BenefitGroupLocator, BenefitGroups } from "../../domain/benefits/BenefitGroups.ts"
import type { BenefitGroupView } from "../../domain/benefits/BenefitGroupView.ts"
import { makeBenefitGroupsSql } from "../../sql/repositories/BenefitGroupsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { benefitViews } from "./benefitViews.ts"
import { lookUp } from "./lookUp.ts"
import { locateRow } from "./locateRow.ts"

export const layerSql = Layer.effect(BenefitGroups, makeBenefitGroupsSql)

const byNameThenId = Order.combine(
  Order.mapInput(binaryOrder, ({ name }: BenefitGroup) => name),
  Order.mapInput(Order.Number, ({ id }: BenefitGroup) => id)
)

export const layerMemory = Layer.effect(
  BenefitGroups,
  Effect.gen(function* () {
    const memory = yield* Memory
    const rows = rowsMemory(memory, "benefitGroups")
    const items = rowsMemory(memory, "benefitGroupItems")

    const locate = ({ groupId, reach }: BenefitGroupLocator) =>
      locateRow(TxHashMap.values(memory.benefitGroups), groupId, reach)

    /** The benefits of each group in order, without archived ones. */
    const members = Effect.gen(function* () {
      const benefits = yield* TxHashMap.snapshot(memory.benefits)
      const all = yield* TxHashMap.values(memory.benefitGroupItems)
      return ({ id }: BenefitGroup) =>
        all
          .filter(({ groupId }) => groupId === id)
          .toSorted((a, b) => a.position - b.position)
          .flatMap(({ benefitId }) => lookUp(benefits, benefitId, (row) => row) ?? [])
          .filter(({ archivedAt }) => archivedAt === null)
    })

    const show = (row: BenefitGroup, benefitCount: number): BenefitGroupView => ({
      groupId: row.xid,
      name: row.name,
      description: row.description,
      enabled: row.enabled,
      stayRequired: row.stayRequired,
      benefitCount,
      createdAt: DateTime.formatIso(row.createdAt),
      updatedAt: DateTime.formatIso(row.updatedAt)
    })

    return BenefitGroups.of({
      list: Effect.fnUntraced(function* ({ enabled, limit, offset, reach }) {
        const benefitsOf = yield* members
        const matching = (yield* TxHashMap.values(memory.benefitGroups)).filter(
          (row) => reachesOrganization(reach, row.organizationId) && (enabled === undefined || row.enabled === enabled)
        )
        const page = matching.toSorted(byNameThenId).slice(offset, offset + limit)
        return { items: page.map((row) => show(row, benefitsOf(row).length)), total: matching.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        const row = yield* locate(locator)
        const benefits = (yield* members)(row)
        const view = yield* benefitViews(memory, locator.reach)
        return { ...show(row, benefits.length), benefits: benefits.map(view) }
      }, Effect.tx),
      getForUpdate: (locator) => Effect.tx(locate(locator)),
      insert: (row) => Effect.orDie(rows.insertNumbered(row)),
      update: ({ id, organizationId }, change) => rows.change({ organizationId, id }, change),
      remove: ({ id, organizationId }) => Effect.asVoid(rows.remove({ organizationId, id })),
      replaceBenefits: Effect.fnUntraced(
        function* ({ id: groupId, organizationId }, benefitIds) {
          yield* items.remove({ organizationId, groupId })
          for (const [index, benefitId] of benefitIds.entries()) {
            yield* items.insert({ organizationId, groupId, benefitId, position: index + 1 })
          }
        },
        Effect.orDie,
        Effect.tx
      )
    })
  })
)
