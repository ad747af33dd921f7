import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { openExternalCode } from "../fulfillments/fulfillmentCodes.ts"
import { type OfferCodePool, OfferCodeStatus } from "../offers/OfferCode.ts"
import { Vault } from "../shared/Vault.ts"
import { shownStatus } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { maskCode, type PoolCode } from "./PoolCode.ts"
import { PoolCodes, type PoolCodeRow } from "./PoolCodes.ts"

/** A page of the codes of a pool, masked: by status, then in the order in which they were added. */
export const listPoolCodes = Effect.fnUntraced(function* (
  poolId: string,
  query: {
    readonly status?: ReadonlyArray<OfferCodeStatus> | undefined
    readonly limit: number
    readonly offset: number
  }
) {
  const { limit, offset, status: wanted = OfferCodeStatus.literals } = query
  const { reach } = yield* PartnerCaller
  const codes = yield* PoolCodes
  const vault = yield* Vault
  const { pool } = yield* CodePools.use(({ get }) => get({ reach, poolId }))
  const statuses = OfferCodeStatus.literals.flatMap((shown) =>
    wanted.includes(shown) ? OfferCodeStatus.literals.filter((stored) => shownStatus(pool, stored) === shown) : []
  )
  const page = yield* codes.list({ reach, pool, statuses, limit, offset })
  return { items: page.items.map((row) => show(vault, pool, row)), total: page.total, limit, offset }
})

const show = (vault: Vault["Service"], pool: OfferCodePool, row: PoolCodeRow): PoolCode => {
  const status = shownStatus(pool, row.status)
  const isOpened = status === "assigned" || status === "redeemed"
  return {
    codeId: row.xid,
    value: maskCode(status, isOpened ? openExternalCode(vault, row) : undefined),
    status,
    fulfillmentId: row.fulfillmentId,
    assignedAt: row.assignedAt
  }
}
