import { Effect, Option } from "effect"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { takesExternalCode } from "../offers/redemptionTypes.ts"
import { matchRows, type ProgramImport, refuse } from "./ProgramImport.ts"
import type { ProgramFile } from "./ProgramFile.ts"

const naturalKey = ({ name, offerId }: Pick<OfferCodePool, "offerId" | "name">) => `${offerId} ${name}`

/**
 * Imports the code pools, without codes. A pool is refused if it is archived (DOMAIN 8.3), if it belongs to another
 * offer, whose codes it would move, and if it is new to an offer whose claims take no codes.
 */
export const importPools = Effect.fnUntraced(function* (step: ProgramImport, pools: ProgramFile["pools"]) {
  const { now, organizationId, upsert, store } = step
  const rows = store.of("offerCodePools")
  const offers = new Map(
    (yield* store.of("offers").list({ organizationId }, { by: ["id"] })).map((row) => [row.xid, row])
  )
  // In the order of claims, each of which locks the pools of one offer.
  yield* rows.lock({ organizationId }, ["offerId", "expiresAt", "id"])
  const stored = yield* rows.list({ organizationId }, { by: ["id"] })
  const archived = new Set(stored.filter(({ status }) => status === "archived").map(({ xid }) => xid))
  const matched = matchRows(
    stored.filter(({ status }) => status !== "archived"),
    naturalKey,
    pools.map(({ name, offerId: offerXid, poolId }) => {
      const offerId = offers.get(offerXid)?.id
      return {
        id: poolId,
        key: offerId === undefined || archived.has(poolId) ? undefined : naturalKey({ offerId, name })
      }
    })
  )
  for (const [index, { offerId: offerXid, poolId: xid, ...rest }] of pools.entries()) {
    const key = rest.name
    const offer = offers.get(offerXid)
    const found = matched[index] ?? Option.none()
    if (offer === undefined) yield* refuse(step, "pool", key, `the organization has no offer ${offerXid}`)
    else if (archived.has(xid)) yield* refuse(step, "pool", key, "it is archived")
    else if (Option.exists(found, ({ offerId }) => offerId !== offer.id))
      yield* refuse(step, "pool", key, "it belongs to another offer")
    else if (!takesExternalCode(offer.redemptionType) && Option.isNone(found))
      yield* refuse(step, "pool", key, `claims of the offer ${offerXid} take no external codes`)
    else {
      const wanted = { ...rest, offerId: offer.id }
      const change = { ...wanted, updatedAt: now }
      yield* upsert({
        kind: "pool",
        table: "offerCodePools",
        names: { xid: "poolId" },
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
