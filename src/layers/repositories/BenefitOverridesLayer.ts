import { Effect, Layer, Order, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import { BenefitOverrides } from "../../domain/benefits/BenefitOverrides.ts"
import type { BenefitOverrideView } from "../../domain/benefits/BenefitOverrideView.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { makeBenefitOverridesList } from "../../sql/repositories/BenefitOverridesSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { lookUp } from "./lookUp.ts"

/** Only the list needs statements of its own. */
const make = Effect.fnUntraced(function* (list: BenefitOverrides["Service"]["list"]) {
  const rows = (yield* RowStore).of("benefitVenueOverrides")
  return BenefitOverrides.of({
    list,
    find: ({ id: benefitId, organizationId }, propertyId) => rows.find({ organizationId, benefitId, propertyId }),
    insert: (row) => Effect.orDie(rows.insert(row)),
    update: ({ benefitId, organizationId, propertyId, ...change }) =>
      rows.change({ organizationId, benefitId, propertyId }, change),
    remove: ({ id: benefitId, organizationId }, propertyId) =>
      Effect.asVoid(rows.remove({ organizationId, benefitId, propertyId }))
  })
})

export const layerSql = Layer.effect(BenefitOverrides, Effect.flatMap(makeBenefitOverridesList, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

const byVenue = Order.mapInput(binaryOrder, ({ venueId }: BenefitOverrideView) => venueId)

export const layerMemory = Layer.effect(
  BenefitOverrides,
  Effect.flatMap(Memory, (memory) =>
    make(
      Effect.fnUntraced(function* ({ benefitId, reach }) {
        const benefits = yield* TxHashMap.snapshot(memory.benefits)
        const venues = yield* TxHashMap.snapshot(memory.properties)
        return (yield* TxHashMap.values(memory.benefitVenueOverrides))
          .filter(
            (row) =>
              lookUp(benefits, row.benefitId, ({ xid }) => xid) === benefitId &&
              reachesVenue(reach, row.organizationId, row.propertyId)
          )
          .map(({ enabled, overriddenDescription, overriddenName, propertyId }) => ({
            venueId: lookUp(venues, propertyId, ({ documentId }) => documentId) ?? "",
            overriddenName,
            overriddenDescription,
            enabled
          }))
          .toSorted(byVenue)
      }, Effect.tx)
    )
  )
).pipe(Layer.provide(RowStoreLayer.layerMemory))
