import { type DateTime, Schema } from "effect"
import { OfferCodePool, type OfferCodeStatus } from "../offers/OfferCode.ts"

/** How many codes of a pool are in each status, as stored. */
export type CodeCounts = { readonly [Status in OfferCodeStatus]: number }

/** A pool with the external id of its offer and its counts, as stored. */
export interface CodePoolRecord {
  readonly pool: OfferCodePool
  readonly offerXid: string
  readonly counts: CodeCounts
}

const count = (description: string) => Schema.Int.annotateKey({ description })

/** A pool of external codes with its stock (DOMAIN 8.3). */
export const CodePool = Schema.Struct({
  poolId: Schema.String.annotateKey({ description: "Id of the pool" }),
  offerId: Schema.String.annotateKey({ description: "External id of the offer whose claims take codes from the pool" }),
  name: OfferCodePool.fields.name.annotateKey({ description: "Name of the pool" }),
  status: OfferCodePool.fields.status.annotateKey({
    description: "Claims take codes from `active` pools only; `archived` is final"
  }),
  total: count("All codes of the pool: `available`, `assigned`, `redeemed` and `void` together"),
  available: count("Codes that claims can take; 0 once archived"),
  assigned: count("Codes that open claims hold; they stay valid whatever becomes of the pool"),
  redeemed: count("Codes of fulfilled claims"),
  void: count("Codes that nobody can use any more, those left when the pool was archived included"),
  lowStockThreshold: OfferCodePool.fields.lowStockThreshold.annotateKey({
    description: "At this many available codes or fewer the stock is low; null for never"
  }),
  isLowStock: Schema.Boolean.annotateKey({
    description: "Whether `available` is at `lowStockThreshold` or below; false once archived"
  }),
  expiresAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "From then on claims take no code from the pool; null for never"
  }),
  updatedAt: Schema.DateTimeUtc.annotateKey({
    description: "When settings or codes were last changed over this API; claims do not count"
  })
}).annotate({ identifier: "OfferCodePool" })
export interface CodePool extends Schema.Schema.Type<typeof CodePool> {}

/** Whether the stock is low: `available` is at the threshold of a pool that is not archived, or below. */
export const isLowStock = (
  { lowStockThreshold, status }: Pick<OfferCodePool, "lowStockThreshold" | "status">,
  available: number
): boolean => status !== "archived" && lowStockThreshold !== null && available <= lowStockThreshold

/** Since when the stock is low, null while it is not; what is low already stays so since then. */
export const lowStockSince = (pool: OfferCodePool, available: number, now: DateTime.Utc): DateTime.Utc | null =>
  isLowStock(pool, available) ? (pool.lowStockSince ?? now) : null

/** The status of a code as callers see it: what an archived pool has left is void (DOMAIN 8.3). */
export const shownStatus = (pool: Pick<OfferCodePool, "status">, status: OfferCodeStatus): OfferCodeStatus =>
  pool.status === "archived" && status === "available" ? "void" : status

/** The counts as callers see them. */
export const shownCounts = (pool: Pick<OfferCodePool, "status">, counts: CodeCounts): CodeCounts =>
  pool.status === "archived" ? { ...counts, available: 0, void: counts.void + counts.available } : counts

/** A pool as callers see it. */
export const toCodePool = ({ counts, offerXid, pool }: CodePoolRecord): CodePool => {
  const shown = shownCounts(pool, counts)
  return {
    poolId: pool.xid,
    offerId: offerXid,
    name: pool.name,
    status: pool.status,
    total: shown.available + shown.assigned + shown.redeemed + shown.void,
    ...shown,
    lowStockThreshold: pool.lowStockThreshold,
    isLowStock: isLowStock(pool, shown.available),
    expiresAt: pool.expiresAt,
    updatedAt: pool.updatedAt
  }
}
