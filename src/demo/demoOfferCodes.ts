import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { externalCodePurpose } from "../domain/fulfillments/fulfillmentCodes.ts"
import type { OfferCode, OfferCodePool } from "../domain/offers/OfferCode.ts"
import type { DemoClock } from "./DemoClock.ts"
import { offerId } from "./demoOffers.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { demoVault } from "./demoVault.ts"
import { fulfillmentId, fulfillmentPlan } from "./fulfillmentPlan.ts"
import { type OfferName, offerPlan } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"

interface PoolFact {
  readonly id: number
  readonly offer: OfferName
  readonly status: OfferCodePool["status"]
  readonly codes: number
  readonly threshold?: number
  /** Days from now to its expiry; negative if it has expired. */
  readonly days?: number
  readonly isUsedUp?: true
  /** Whether the notice of its low stock has been raised. */
  readonly isLow?: true
}

/**
 * Of the two pools of `dinner`, the one that expires first is used first; none of the remaining codes of `sold_out` can
 * be assigned.
 */
const pools = {
  dinner_later: { id: 8501, offer: "dinner", status: "active", codes: 40, threshold: 5 },
  dinner_sooner: { id: 8502, offer: "dinner", status: "active", codes: 6, days: 60 },
  museum: { id: 8503, offer: "museum", status: "active", codes: 12, threshold: 20, isLow: true },
  sold_out: { id: 8504, offer: "sold_out", status: "active", codes: 3, isUsedUp: true },
  sold_out_paused: { id: 8505, offer: "sold_out", status: "paused", codes: 2 },
  sold_out_expired: { id: 8506, offer: "sold_out", status: "active", codes: 2, days: -5 },
  sold_out_archived: { id: 8507, offer: "sold_out", status: "archived", codes: 2, isUsedUp: true },
  b_voucher: { id: 8508, offer: "b_voucher", status: "active", codes: 20, threshold: 5, days: 90 },
  b_voucher_paused: { id: 8509, offer: "b_voucher", status: "paused", codes: 8, threshold: 10, isLow: true },
  b_voucher_archived: { id: 8510, offer: "b_voucher", status: "archived", codes: 4 }
} as const satisfies Readonly<Record<string, PoolFact>>

export type PoolName = keyof typeof pools

export const poolNames: ReadonlyArray<PoolName> = Record.keys(pools)

/** The external id of a pool. */
export const poolXid = (name: PoolName) => seeded.uuid("offer code pool", name)

/** The external id of a pool's code by its position, from 0. */
const codeXid = (pool: PoolName, place: number) => seeded.uuid("offer code", `${pool} ${place}`)

/** Fixture name to the external id of a pool. */
export const poolXids = Record.map(pools, (_, name) => poolXid(name))

/** Fixture name to the external id of a pool's first code. */
export const firstCodeXids = Record.map(pools, (_, name) => codeXid(name, 0))

/** The text of a pool's code by its position, from 0. */
export const externalCode = (pool: PoolName, place: number) => seeded.code("external code", `${pool} ${place}`)

/** The pool and position of the code of each claim in the plan that has one. */
export const codeOf: Readonly<Record<string, readonly [PoolName, number]>> = {
  fulfilled: ["dinner_sooner", 0],
  pending_approval: ["museum", 0]
}

const holders = new Map(
  Record.toEntries(codeOf).map(([name, [pool, place]]) => [
    `${pool} ${place}`,
    fulfillmentPlan.find((fact) => fact.name === name)
  ])
)

const organizationOf = (name: PoolName) => organizationIds[offerPlan[pools[name].offer].organization]

const row = (name: PoolName, place: number, clock: DemoClock): Omit<OfferCode, "id"> => {
  const { id, isUsedUp }: PoolFact = pools[name]
  const xid = codeXid(name, place)
  const text = externalCode(name, place)
  const holder = holders.get(`${name} ${place}`)
  const free = isUsedUp === true ? ("void" as const) : ("available" as const)
  return {
    xid,
    organizationId: organizationOf(name),
    poolId: id,
    valueEnc: demoVault.seal(externalCodePurpose, xid, text),
    valueHash: demoVault.digest(externalCodePurpose, String(id), text),
    status: holder === undefined ? free : holder.status === "fulfilled" ? "redeemed" : "assigned",
    fulfillmentId: holder === undefined ? null : fulfillmentId(holder.name),
    assignedAt: holder === undefined ? null : clock.ago({ hours: holder.claimedHoursAgo }),
    createdAt: clock.ago({ days: 80 })
  }
}

/** Pools in every status and their codes, some of which are assigned to claims of the plan. */
export const demoOfferCodes = (clock: DemoClock): Pick<Dataset, "offerCodePools" | "offerCodes"> => ({
  offerCodePools: Record.toEntries<PoolName, PoolFact>(pools).map(([name, fact]) => ({
    id: fact.id,
    xid: poolXid(name),
    organizationId: organizationOf(name),
    offerId: offerId(fact.offer),
    name: `Pool ${name.replaceAll("_", " ")}`,
    status: fact.status,
    lowStockThreshold: fact.threshold ?? null,
    lowStockSince: fact.isLow === true ? clock.ago({ days: 2 }) : null,
    expiresAt: fact.days === undefined ? null : clock.ahead({ days: fact.days }),
    createdAt: clock.ago({ days: 80 }),
    updatedAt: clock.ago({ days: 2 })
  })),
  offerCodes: poolNames
    .flatMap((name) => Array.from({ length: pools[name].codes }, (_, place) => row(name, place, clock)))
    .map((code, position) => ({ id: 8601 + position, ...code }))
})
