import { Effect, Option } from "effect"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { matchRows, type ProgramImport, refuse } from "./ProgramImport.ts"
import type { ProgramFile } from "./ProgramFile.ts"

const naturalKey = ({ name, offerId }: Pick<OfferCodePool, "offerId" | "name">) => `${offerId} ${name}`

/** Imports the code pools, without codes. An archived pool is refused (DOMAIN 8.3). */
export const importPools = Effect.fnUntraced(function* (step: ProgramImport, pools: ProgramFile["pools"]) {
  const { now, organizationId, settle, store } = step
  const rows = store.of("offerCodePools")
  const offers = new Map(
    (yield* store.of("offers").list({ organizationId }, { by: ["id"] })).map(({ id, xid }) => [xid, id])
  )
  const stored = yield* rows.list({ organizationId }, { by: ["id"] })
  const archived = new Set(stored.filter(({ status }) => status === "archived").map(({ xid }) => xid))
  const matched = matchRows(
    stored.filter(({ status }) => status !== "archived"),
    naturalKey,
    pools.map(({ name, offerId: offerXid, poolId }) => {
      const offerId = offers.get(offerXid)
      return {
        id: poolId,
        key: offerId === undefined || archived.has(poolId) ? undefined : naturalKey({ offerId, name })
      }
    })
  )
  for (const [index, { offerId: offerXid, poolId: xid, ...rest }] of pools.entries()) {
    const key = rest.name
    const offerId = offers.get(offerXid)
    if (offerId === undefined) yield* refuse(step, "pool", key, `the organization has no offer ${offerXid}`)
    else if (archived.has(xid)) yield* refuse(step, "pool", key, "it is archived")
    else {
      const found = matched[index] ?? Option.none()
      const wanted = { ...rest, offerId }
      const change = { ...wanted, updatedAt: now }
      yield* settle({
        kind: "pool",
        table: "offerCodePools",
        path: `pools[${index}]`,
        key,
        found,
        wanted,
        insert: rows.insertNumbered({
          ...change,
          xid,
          organizationId,
          // Without codes the stock is low from the start, without a notice.
          lowStockSince: rest.lowStockThreshold === null ? null : now,
          createdAt: now
        }),
        update: ({ id }) => rows.update({ organizationId, id }, change)
      })
    }
  }
})
