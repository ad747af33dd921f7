import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { expireDueOfOffers } from "../fulfillments/expireFulfillments.ts"
import { type CodePoolRecord, toCodePool } from "./CodePool.ts"
import { CodePools, type CodePoolsQuery } from "./CodePools.ts"

/**
 * Expires the due claims that hold codes of the pools, if there are any, and reads again: their codes are now void or
 * free (MEM-117).
 */
const readUpToDate = Effect.fnUntraced(function* <A, E, R>(
  read: Effect.Effect<A, E, R>,
  poolsIn: (result: A) => ReadonlyArray<CodePoolRecord>
) {
  const result = yield* read
  const offerIds = new Set(poolsIn(result).flatMap(({ counts, pool }) => (counts.assigned > 0 ? [pool.offerId] : [])))
  return offerIds.size > 0 && (yield* expireDueOfOffers([...offerIds])) > 0 ? yield* read : result
})

/** A page of the organization's pools, in order of creation. */
export const listCodePools = Effect.fnUntraced(function* (query: {
  readonly offerId?: string | undefined
  readonly status?: CodePoolsQuery["statuses"]
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offerId, offset, status: statuses } = query
  const { reach } = yield* PartnerCaller
  const { list } = yield* CodePools
  const page = yield* readUpToDate(list({ reach, offerId, statuses, limit, offset }), ({ items }) => items)
  return { items: page.items.map(toCodePool), total: page.total, limit, offset }
})

/** One pool with its stock as stored, for those who hold its lock: claims lock their wallets first (DOMAIN 5.1). */
export const getLockedCodePool = Effect.fnUntraced(function* (poolId: string) {
  const { reach } = yield* PartnerCaller
  return toCodePool(yield* CodePools.use(({ get }) => get({ reach, poolId })))
})

/** One pool and its counts, up to date. */
export const findCodePool = Effect.fnUntraced(function* (poolId: string) {
  const { reach } = yield* PartnerCaller
  const { get } = yield* CodePools
  return yield* readUpToDate(get({ reach, poolId }), (record) => [record])
})

/** One pool with its stock. */
export const getCodePool = (poolId: string) => Effect.map(findCodePool(poolId), toCodePool)
