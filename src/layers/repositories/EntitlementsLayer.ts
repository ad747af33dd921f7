import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import type { Entitlement } from "../../domain/benefits/Benefit.ts"
import { type EntitlementLocator, Entitlements } from "../../domain/benefits/Entitlements.ts"
import type { EntitlementView } from "../../domain/benefits/EntitlementView.ts"
import { onConflict } from "../../domain/dataset/Conflict.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { DuplicateResource } from "../../domain/shared/ResourceConflicts.ts"
import { makeEntitlementReads } from "../../sql/repositories/EntitlementsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import * as RowStoreLayer from "../RowStoreLayer.ts"
import { lookUp } from "./lookUp.ts"
import { locateRow } from "./locateRow.ts"

const duplicate = () => new DuplicateResource({ field: "benefitId" })

type Reads = Pick<Entitlements["Service"], "list" | "get" | "getForUpdate" | "findTier">

/** Only these reads need statements of their own. */
const make = Effect.fnUntraced(function* (reads: Reads) {
  const rows = (yield* RowStore).of("entitlements")
  return Entitlements.of({
    ...reads,
    findActive: ({ id: benefitId, organizationId }) =>
      Effect.map(rows.list({ organizationId, benefitId, active: true }, { by: ["id"], limit: 1 }), ([first]) =>
        Option.fromUndefinedOr(first)
      ),
    insert: (row) =>
      onConflict(rows.insertNumbered(row), {
        entitlements_active_key: (): DuplicateResource | NotFound => duplicate(),
        entitlements_tier_fkey: () => new NotFound({ field: "tierId" })
      }),
    update: ({ id, organizationId }, change) =>
      Effect.asVoid(onConflict(rows.update({ organizationId, id }, change), { entitlements_active_key: duplicate })),
    remove: ({ id, organizationId }) => Effect.asVoid(rows.remove({ organizationId, id }))
  })
})

export const layerSql = Layer.effect(Entitlements, Effect.flatMap(makeEntitlementReads, make)).pipe(
  Layer.provide(RowStoreLayer.layerSql)
)

const byId = Order.mapInput(Order.Number, ({ id }: Entitlement) => id)

const readsIn = (memory: Memory["Service"]): Reads => {
  const viewFor = Effect.fnUntraced(function* (reach: Reach) {
    const [programs, tiers, benefits, venues] = [
      yield* TxHashMap.snapshot(memory.programs),
      yield* TxHashMap.snapshot(memory.tiers),
      yield* TxHashMap.snapshot(memory.benefits),
      yield* TxHashMap.snapshot(memory.properties)
    ]
    return (row: Entitlement): EntitlementView => ({
      entitlementId: row.xid,
      programId: lookUp(programs, row.programId, ({ xid }) => xid) ?? "",
      tierId: lookUp(tiers, row.tierId, ({ xid }) => xid) ?? "",
      benefitId: lookUp(benefits, row.benefitId, ({ xid }) => xid) ?? "",
      quantityPerStay: row.quantityPerStay,
      venueIds:
        row.venueIds
          ?.filter((id) => reachesVenue(reach, row.organizationId, id))
          .flatMap((id) => lookUp(venues, id, ({ documentId }) => documentId) ?? [])
          .toSorted(binaryOrder) ?? null,
      validFrom: row.validFrom,
      validTo: row.validTo,
      active: row.active,
      createdAt: DateTime.formatIso(row.createdAt),
      updatedAt: DateTime.formatIso(row.updatedAt)
    })
  })

  const locate = ({ entitlementId, reach }: EntitlementLocator) =>
    locateRow(TxHashMap.values(memory.entitlements), entitlementId, reach)

  return {
    list: Effect.fnUntraced(function* ({ benefitId, limit, offset, programId, reach, tierId, venueId }) {
      const view = yield* viewFor(reach)
      const venue = venueId === undefined ? undefined : yield* TxHashMap.get(memory.properties, String(venueId))
      const matching = (yield* TxHashMap.values(memory.entitlements)).filter((row) => {
        if (!reachesOrganization(reach, row.organizationId)) return false
        if (venueId !== undefined) {
          if (Option.getOrUndefined(venue ?? Option.none())?.organizationId !== row.organizationId) return false
          if (row.venueIds !== null && !row.venueIds.includes(venueId)) return false
        }
        const entitlement = view(row)
        return (
          (programId === undefined || entitlement.programId === programId) &&
          (tierId === undefined || entitlement.tierId === tierId) &&
          (benefitId === undefined || entitlement.benefitId === benefitId)
        )
      })
      const page = matching.toSorted(byId).slice(offset, offset + limit)
      return { items: page.map(view), total: matching.length }
    }, Effect.tx),
    get: Effect.fnUntraced(function* (locator) {
      const row = yield* locate(locator)
      return (yield* viewFor(locator.reach))(row)
    }, Effect.tx),
    getForUpdate: (locator) => Effect.tx(locate(locator)),
    findTier: Effect.fnUntraced(function* ({ organizationId, programId, tierId }) {
      const program = (yield* TxHashMap.values(memory.programs)).find(
        (one) => one.organizationId === organizationId && one.xid === programId
      )
      const tier = (yield* TxHashMap.values(memory.tiers)).find(
        (one) => one.programId === program?.id && one.xid === tierId
      )
      return { programId: program?.id, tierId: tier?.id }
    }, Effect.tx)
  }
}

export const layerMemory = Layer.effect(
  Entitlements,
  Effect.flatMap(Memory, (memory) => make(readsIn(memory)))
).pipe(Layer.provide(RowStoreLayer.layerMemory))
