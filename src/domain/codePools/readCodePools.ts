import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { toCodePool } from "./CodePool.ts"
import { CodePools, type CodePoolsQuery } from "./CodePools.ts"

/** A page of the organization's pools, in order of creation. */
export const listCodePools = Effect.fnUntraced(function* (query: {
  readonly offerId?: string | undefined
  readonly status?: CodePoolsQuery["statuses"]
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offerId, offset, status: statuses } = query
  const { reach } = yield* PartnerCaller
  const page = yield* CodePools.use(({ list }) => list({ reach, offerId, statuses, limit, offset }))
  return { items: page.items.map(toCodePool), total: page.total, limit, offset }
})

/** One pool with its stock. */
export const getCodePool = Effect.fnUntraced(function* (poolId: string) {
  const { reach } = yield* PartnerCaller
  return toCodePool(yield* CodePools.use(({ get }) => get({ reach, poolId })))
})
