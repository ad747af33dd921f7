import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { openExternalCode } from "../fulfillments/fulfillmentCodes.ts"
import { type OfferCodePool, OfferCodeStatus } from "../offers/OfferCode.ts"
import { Vault } from "../shared/Vault.ts"
import { effectiveStatus } from "./CodePool.ts"
import { maskCode, type PoolCode } from "./PoolCode.ts"
import { PoolCodes, type PoolCodeRow } from "./PoolCodes.ts"
import { findCodePool } from "./readCodePools.ts"

/** A page of the codes of a pool, masked, ordered by status, then by insertion. */
export const listPoolCodes = Effect.fnUntraced(function* (
  poolId: string,
  query: {
    readonly status?: ReadonlyArray<OfferCodeStatus> | undefined
    readonly limit: number
    readonly offset: number
  }
) {
  const { limit, offset, status: requested = OfferCodeStatus.literals } = query
  const { reach } = yield* PartnerCaller
  const codes = yield* PoolCodes
  const vault = yield* Vault
  const { pool } = yield* findCodePool(poolId)
  const statuses = OfferCodeStatus.literals.flatMap((status) =>
    requested.includes(status)
      ? OfferCodeStatus.literals.filter((stored) => effectiveStatus(pool, stored) === status)
      : []
  )
  const page = yield* codes.list({ reach, pool, statuses, limit, offset })
  return { items: page.items.map((row) => toPoolCode(vault, pool, row)), total: page.total, limit, offset }
})

const toPoolCode = (vault: Vault["Service"], pool: OfferCodePool, row: PoolCodeRow): PoolCode => {
  const status = effectiveStatus(pool, row.status)
  const isRevealed = status === "assigned" || status === "redeemed"
  return {
    codeId: row.xid,
    value: maskCode(status, isRevealed ? openExternalCode(vault, row) : undefined),
    status,
    fulfillmentId: row.fulfillmentId,
    assignedAt: row.assignedAt
  }
}
