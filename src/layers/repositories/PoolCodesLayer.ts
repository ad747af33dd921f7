import { Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import { reachesVenue } from "../../domain/access/Reach.ts"
import { PoolCodes } from "../../domain/codePools/PoolCodes.ts"
import type { FulfillmentId } from "../../domain/fulfillments/Fulfillment.ts"
import type { OfferCode } from "../../domain/offers/OfferCode.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makePoolCodesSql } from "../../sql/repositories/PoolCodesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(PoolCodes, makePoolCodesSql)

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
          .toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status) || a.id - b.id)
        const isReachable = (id: FulfillmentId) =>
          Option.exists(
            HashMap.get(claims, id),
            ({ organizationId, propertyId }) => propertyId === null || reachesVenue(reach, organizationId, propertyId)
          )
        const items = found.slice(offset, offset + limit).map(({ fulfillmentId, ...code }) => ({
          ...code,
          fulfillmentId: fulfillmentId !== null && isReachable(fulfillmentId) ? fulfillmentId : null
        }))
        return { items, total: found.length }
      }, Effect.tx),
      insertMissing: Effect.fnUntraced(function* ({ codes, now, pool }) {
        const held = yield* TxHashMap.values(offerCodes)
        const hashes = new Set(held.flatMap(({ poolId, valueHash }) => (poolId === pool.id ? [valueHash] : [])))
        const missing = codes.filter(
          ({ formerHashes, valueHash }) => ![valueHash, ...formerHashes].some((hash) => hashes.has(hash))
        )
        const last = held.reduce((most, { id }) => Math.max(most, id), 0)
        const added = missing.map(
          ({ valueEnc, valueHash, xid }, place): OfferCode => ({
            id: last + 1 + place,
            xid,
            valueEnc,
            valueHash,
            organizationId: pool.organizationId,
            poolId: pool.id,
            status: "available",
            fulfillmentId: null,
            assignedAt: null,
            createdAt: now
          })
        )
        yield* TxHashMap.setMany(
          offerCodes,
          added.map((code): [string, OfferCode] => [String(code.id), code])
        )
        return new Set(missing.map(({ valueHash }) => valueHash))
      }, Effect.tx),
      updateVoid: Effect.fnUntraced(function* ({ codeId, pool }) {
        const code = (yield* TxHashMap.values(offerCodes)).find(
          ({ poolId, xid }) => poolId === pool.id && xid === codeId
        )
        if (code === undefined) return yield* new NotFound({})
        if (code.status === "available") {
          yield* rows.change({ organizationId: code.organizationId, id: code.id }, { status: "void" })
        }
        return code.status
      }, Effect.tx)
    })
  })
)
