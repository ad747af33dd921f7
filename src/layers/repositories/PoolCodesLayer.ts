import { Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import { PoolCodes } from "../../domain/codePools/PoolCodes.ts"
import type { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makePoolCodesSql } from "../../sql/PoolCodesSql.ts"
import { Memory } from "../Memory.ts"
import { rowsMemory } from "../rowsMemory.ts"

export const layerSql = Layer.effect(PoolCodes, makePoolCodesSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  PoolCodes,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { fulfillments, offerCodes } = memory
    const rows = rowsMemory(memory, "offerCodes")

    return PoolCodes.of({
      list: Effect.fnUntraced(function* ({ limit, offset, pool, reach, statuses }) {
        const claims = yield* TxHashMap.snapshot(fulfillments)
        const found = (yield* TxHashMap.values(offerCodes))
          .filter(({ poolId, status }) => poolId === pool.id && statuses.includes(status))
          .toSorted((a, b) => a.id - b.id)
        const isShown = (id: FulfillmentId) =>
          Option.exists(
            HashMap.get(claims, id),
            ({ organizationId, propertyId }) => propertyId === null || reachesVenue(reach, organizationId, propertyId)
          )
        const items = found.slice(offset, offset + limit).map(({ fulfillmentId, ...code }) => ({
          ...code,
          fulfillmentId: fulfillmentId !== null && isShown(fulfillmentId) ? fulfillmentId : null
        }))
        return { items, total: found.length }
      }, Effect.tx),
      insertMissing: Effect.fnUntraced(function* ({ codes, now, pool }) {
        const held = new Set(
          (yield* TxHashMap.values(offerCodes))
            .filter(({ poolId }) => poolId === pool.id)
            .map(({ valueHash }) => valueHash)
        )
        const missing = codes.filter(({ valueHash }) => !held.has(valueHash))
        for (const code of missing) {
          yield* Effect.orDie(
            rows.insertNumbered({
              ...code,
              organizationId: pool.organizationId,
              poolId: pool.id,
              status: "available",
              fulfillmentId: null,
              assignedAt: null,
              createdAt: now
            })
          )
        }
        return new Set(missing.map(({ valueHash }) => valueHash))
      }, Effect.tx),
      updateVoid: Effect.fnUntraced(function* ({ codeId, pool }) {
        const code = (yield* TxHashMap.values(offerCodes)).find(
          ({ poolId, xid }) => poolId === pool.id && xid === codeId
        )
        if (code === undefined) return yield* new NotFound({})
        if (code.status === "available") {
          yield* Effect.orDie(rows.update({ organizationId: code.organizationId, id: code.id }, { status: "void" }))
        }
        return code.status
      }, Effect.tx)
    })
  })
)
