import { type DateTime, Schema } from "effect"
import { OfferCodePool, type OfferCodeStatus } from "../offers/OfferCode.ts"

/** The number of codes of a pool in each status, as stored. */
export type CodeCounts = { readonly [Status in OfferCodeStatus]: number }

/** A stored pool with the external id of its offer and its counts. */
export interface CodePoolRecord {
  readonly pool: OfferCodePool
  readonly offerXid: string
  readonly counts: CodeCounts
}

const count = (description: string) => Schema.Int.annotateKey({ description })

/** A pool of external codes with its stock (DOMAIN 8.3). */
export const CodePool = Schema.Struct({
  poolId: Schema.String.annotateKey({ description: "Id of the pool" }),
  offerId: Schema.String.annotateKey({ description: "External id of the offer whose claims draw codes from the pool" }),
  name: OfferCodePool.fields.name.annotateKey({ description: "Name of the pool" }),
  status: OfferCodePool.fields.status.annotateKey({
    description: "Claims draw codes from `active` pools only; `archived` is final"
  }),
  total: count("Total number of codes: `available`, `assigned`, `redeemed` and `void`"),
  available: count("Codes available to claims; 0 once archived"),
  assigned: count("Codes held by open claims; they stay valid whatever happens to the pool"),
  redeemed: count("Codes of fulfilled claims"),
  void: count("Codes that can no longer be used, including those left when the pool was archived"),
  lowStockThreshold: OfferCodePool.fields.lowStockThreshold.annotateKey({
    description: "The stock is low at this many available codes or fewer; null: never"
  }),
  isLowStock: Schema.Boolean.annotateKey({
    description: "Whether `available` is at `lowStockThreshold` or below; false once archived"
  }),
  expiresAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When claims stop drawing codes from the pool; null: never"
  }),
  updatedAt: Schema.DateTimeUtc.annotateKey({
    description: "When settings or codes were last changed through this API; claims do not count"
  })
}).annotate({ identifier: "OfferCodePool" })
export interface CodePool extends Schema.Schema.Type<typeof CodePool> {}

/** Whether the stock is low: the pool is not archived, and `available` is at or below its threshold. */
export const isLowStock = (
  { lowStockThreshold, status }: Pick<OfferCodePool, "lowStockThreshold" | "status">,
  available: number
): boolean => status !== "archived" && lowStockThreshold !== null && available <= lowStockThreshold

/** When the stock became low; null while it is not. An earlier time is kept. */
export const lowStockSince = (pool: OfferCodePool, available: number, now: DateTime.Utc): DateTime.Utc | null =>
  isLowStock(pool, available) ? (pool.lowStockSince ?? now) : null

/** The effective status of a code: remaining codes of an archived pool are void (DOMAIN 8.3). */
export const effectiveStatus = (pool: Pick<OfferCodePool, "status">, status: OfferCodeStatus): OfferCodeStatus =>
  pool.status === "archived" && status === "available" ? "void" : status

/** The effective counts. */
export const effectiveCounts = (pool: Pick<OfferCodePool, "status">, counts: CodeCounts): CodeCounts =>
  pool.status === "archived" ? { ...counts, available: 0, void: counts.void + counts.available } : counts

/** A pool as callers see it. */
export const toCodePool = ({ counts, offerXid, pool }: CodePoolRecord): CodePool => {
  const effective = effectiveCounts(pool, counts)
  return {
    poolId: pool.xid,
    offerId: offerXid,
    name: pool.name,
    status: pool.status,
    total: effective.available + effective.assigned + effective.redeemed + effective.void,
    ...effective,
    lowStockThreshold: pool.lowStockThreshold,
    isLowStock: isLowStock(pool, effective.available),
    expiresAt: pool.expiresAt,
    updatedAt: pool.updatedAt
  }
}
