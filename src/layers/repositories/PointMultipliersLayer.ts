import { BigDecimal, DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesPlace } from "../../domain/access/Reach.ts"
import { PointMultipliers } from "../../domain/multipliers/PointMultipliers.ts"
import type { PointMultiplierView } from "../../domain/multipliers/PointMultiplierView.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makePointMultipliersSql } from "../../sql/repositories/PointMultipliersSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(PointMultipliers, makePointMultipliersSql)

interface Placed {
  readonly program: string
  readonly order: number
  readonly view: PointMultiplierView
}

const inOrder = Order.combineAll<Placed>([
  Order.mapInput(Order.Number, ({ view }) => (view.kind === "tier" ? 1 : 2)),
  Order.mapInput(binaryOrder, ({ program }) => program),
  Order.mapInput(Order.Number, ({ order }) => order),
  Order.mapInput(binaryOrder, ({ view }) => view.multiplierId)
])

export const layerMemory = Layer.effect(
  PointMultipliers,
  Effect.gen(function* () {
    const memory = yield* Memory

    const tiersOf = Effect.fnUntraced(function* (reach: Reach) {
      const programs = yield* TxHashMap.snapshot(memory.programs)
      return (yield* TxHashMap.values(memory.tiers))
        .filter(({ organizationId }) => reachesOrganization(reach, organizationId))
        .map((tier): Placed => {
          const program = lookUp(programs, tier.programId, (row) => row)
          return {
            program: program?.xid ?? "",
            order: tier.level,
            view: {
              multiplierId: tier.xid,
              name: tier.name,
              kind: "tier",
              multiplier: BigDecimal.toNumberUnsafe(tier.multiplier),
              tierId: tier.xid,
              propertyId: null,
              startsAt: null,
              endsAt: null,
              active: program !== null && program.status !== "draft",
              stacking: null
            }
          }
        })
    })

    const campaignsOf = Effect.fnUntraced(function* (reach: Reach, day: string) {
      const properties = yield* TxHashMap.snapshot(memory.properties)
      return (yield* TxHashMap.values(memory.pointMultipliers))
        .filter(({ organizationId, propertyId }) => reachesPlace(reach, organizationId, propertyId))
        .map(
          (row): Placed => ({
            program: "",
            order: row.startsAt.epochMilliseconds,
            view: {
              multiplierId: row.xid,
              name: row.name,
              kind: "campaign",
              multiplier: BigDecimal.toNumberUnsafe(row.multiplier),
              tierId: null,
              propertyId: lookUp(properties, row.propertyId, ({ documentId }): string => documentId),
              startsAt: row.startsAt,
              endsAt: row.endsAt,
              active: DateTime.formatIsoDateUtc(row.startsAt) <= day && day <= DateTime.formatIsoDateUtc(row.endsAt),
              stacking: row.stacking
            }
          })
        )
    })

    const all = Effect.fnUntraced(function* (reach: Reach, day: string) {
      return [...(yield* tiersOf(reach)), ...(yield* campaignsOf(reach, day))].toSorted(inOrder).map(({ view }) => view)
    })

    return PointMultipliers.of({
      list: Effect.fnUntraced(function* ({ day, isActiveOnly, limit, offset, reach }) {
        const found = (yield* all(reach, day)).filter(({ active }) => active || !isActiveOnly)
        return { items: found.slice(offset, offset + limit), total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ day, multiplierId, reach }) {
        const found = (yield* all(reach, day)).find((multiplier) => multiplier.multiplierId === multiplierId)
        return found ?? (yield* new NotFound({}))
      }, Effect.tx)
    })
  })
)
