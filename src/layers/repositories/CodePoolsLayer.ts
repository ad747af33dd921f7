import { Effect, Layer, Option, TxHashMap } from "effect"
import { reachesOrganization } from "../../domain/access/Reach.ts"
import type { CodePoolRecord } from "../../domain/codePools/CodePool.ts"
import { CodePools, type CodePoolLocator } from "../../domain/codePools/CodePools.ts"
import type { OfferCodePool } from "../../domain/offers/OfferCode.ts"
import { makeCodePoolsSql } from "../../sql/repositories/CodePoolsSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { codeCountsOf } from "./codeCountsOf.ts"
import { lookUp } from "./lookUp.ts"
import { locateRow } from "./locateRow.ts"

export const layerSql = Layer.effect(CodePools, makeCodePoolsSql)

export const layerMemory = Layer.effect(
  CodePools,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { offerCodePools, offerCodes, offers, organizations, properties } = memory
    const rows = rowsMemory(memory, "offerCodePools")

    const locate = ({ poolId, reach }: CodePoolLocator) => locateRow(TxHashMap.values(offerCodePools), poolId, reach)

    const toRecord = Effect.gen(function* () {
      const codes = yield* TxHashMap.values(offerCodes)
      const ofOffers = yield* TxHashMap.snapshot(offers)
      return (pool: OfferCodePool): CodePoolRecord => ({
        pool,
        offerXid: lookUp(ofOffers, pool.offerId, ({ xid }): string => xid) ?? "",
        counts: codeCountsOf(codes, pool.id)
      })
    })

    return CodePools.of({
      list: Effect.fnUntraced(function* ({ limit, offerId, offset, reach, statuses }) {
        const show = yield* toRecord
        const found = (yield* TxHashMap.values(offerCodePools))
          .filter(
            ({ organizationId, status }) =>
              reachesOrganization(reach, organizationId) && (statuses === undefined || statuses.includes(status))
          )
          .toSorted((a, b) => a.id - b.id)
          .map(show)
          .filter(({ offerXid }) => offerId === undefined || offerXid === offerId)
        return { items: found.slice(offset, offset + limit), total: found.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* (locator) {
        const pool = yield* locate(locator)
        return (yield* toRecord)(pool)
      }, Effect.tx),
      getForUpdate: (locator) => Effect.tx(locate(locator)),
      findOffer: Effect.fnUntraced(function* (organizationId, offerId) {
        const found = (yield* TxHashMap.values(offers)).find(
          (offer) => offer.organizationId === organizationId && offer.xid === offerId
        )
        return Option.fromUndefinedOr(found)
      }, Effect.tx),
      insert: (row) => Effect.orDie(rows.insertNumbered(row)),
      update: ({ id, organizationId }, change) => rows.change({ id, organizationId }, change),
      tally: Effect.fnUntraced(function* (poolId) {
        return codeCountsOf(yield* TxHashMap.values(offerCodes), poolId)
      }, Effect.tx),
      listUntallied: Effect.tx(
        Effect.map(TxHashMap.values(offerCodePools), (pools) => pools.map(({ id }) => id).toSorted((a, b) => a - b))
      ),
      findWatchedForUpdate: Effect.fnUntraced(function* (poolId) {
        const pool = Option.getOrUndefined(yield* TxHashMap.get(offerCodePools, String(poolId)))
        const offer = lookUp(yield* TxHashMap.snapshot(offers), pool?.offerId ?? null, (row) => row)
        if (pool === undefined || offer === null) return Option.none()
        const ofOrganizations = yield* TxHashMap.snapshot(organizations)
        const ofProperties = yield* TxHashMap.snapshot(properties)
        return Option.some({
          pool,
          organizationXid: lookUp(ofOrganizations, pool.organizationId, ({ xid }) => xid) ?? "",
          offer: { xid: offer.xid, name: offer.name },
          propertyId: lookUp(ofProperties, offer.propertyId, ({ documentId }): string => documentId)
        })
      }, Effect.tx)
    })
  })
)
