import { Array, DateTime, Effect, Order, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { externalCodePurpose } from "../fulfillments/fulfillmentCodes.ts"
import type { OfferCodePool } from "../offers/OfferCode.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { Vault } from "../shared/Vault.ts"
import { auditPool } from "./auditPool.ts"
import { CodePool, lowStockSince, toCodePool } from "./CodePool.ts"
import { CodePools } from "./CodePools.ts"
import { type CodeLine, classifyCodes } from "./classifyCodes.ts"
import { type NewPoolCode, PoolCodes } from "./PoolCodes.ts"

/** Codes sealed per event-loop turn: 2 to 3 ms of work. */
const codesPerTurn = 100

const index = Schema.Int.annotateKey({ description: "Index of the line in the request, from 0" })

/** The result of an upload; lines are identified by index, never by their text. */
export const AddedCodes = Schema.Struct({
  added: Schema.Int.annotateKey({ description: "Number of codes added to the pool" }),
  duplicates: Schema.Array(
    Schema.Struct({
      index,
      within: Schema.Literals(["request", "pool"]).annotateKey({
        description: "Whether the code is in an earlier line of the request or was already in the pool"
      })
    })
  ).annotateKey({ description: "Lines that were skipped as duplicates, by `index`" }),
  rejected: Schema.Array(
    Schema.Struct({
      index,
      reason: Schema.Literals(["empty", "too_long", "not_printable"]).annotateKey({
        description: "Why the line is not a code of 1 to 128 printable characters"
      })
    })
  ).annotateKey({ description: "Lines that are not valid codes, by `index`" }),
  pool: CodePool.annotateKey({ description: "The pool after the upload" })
}).annotate({ identifier: "AddedOfferCodes" })
export interface AddedCodes extends Schema.Schema.Type<typeof AddedCodes> {}

const byIndex = Order.mapInput(Order.Number, (line: { readonly index: number }) => line.index)

/** The stored form of a line: sealed and bound to its id, and hashed within its pool. */
const sealCode = Effect.fnUntraced(function* ({ id }: OfferCodePool, { text }: CodeLine) {
  const random = yield* SecureRandom.SecureRandom
  const vault = yield* Vault
  const xid = yield* random.uuidV7()
  const about = String(id)
  const code: NewPoolCode = {
    xid,
    valueEnc: vault.seal(externalCodePurpose, xid, text),
    valueHash: vault.digest(externalCodePurpose, about, text),
    formerHashes: vault.formerDigests(externalCodePurpose, about, text)
  }
  return code
})

const sealCodes = (pool: OfferCodePool, lines: ReadonlyArray<CodeLine>) =>
  Effect.map(
    Effect.forEach(Array.chunksOf(lines, codesPerTurn), (turn) =>
      Effect.andThen(
        Effect.yieldNow,
        Effect.forEach(turn, (line) => sealCode(pool, line))
      )
    ),
    Array.flatten
  )

const refuseArchived = ({ status }: OfferCodePool) =>
  status === "archived" ? Effect.fail(new StateConflict({ currentStatus: status })) : Effect.void

/**
 * Adds codes to a pool that is not archived, in one statement, skipping codes that it already has. Claims are not
 * blocked: the pool is locked only at the end of the transaction, after the new codes have been written. Stock that
 * rises above the threshold can become low again, with another notice.
 */
export const addPoolCodes = Effect.fnUntraced(function* (poolId: string, codes: ReadonlyArray<string>) {
  const { reach } = yield* PartnerCaller
  const pools = yield* CodePools
  const record = yield* pools.get({ reach, poolId })
  yield* requireAllVenues(reach)
  yield* refuseArchived(record.pool)
  const { lines, rejected, repeated } = classifyCodes(codes)
  const sealed = yield* sealCodes(record.pool, lines)
  const now = yield* DateTime.now
  const added = yield* PoolCodes.use(({ insertMissing }) => insertMissing({ pool: record.pool, codes: sealed, now }))
  const pool = yield* pools.getForUpdate({ reach, poolId })
  yield* refuseArchived(pool)
  // Not `tally`, which would hide a preceding drop from the job that watches stock.
  const { counts } = yield* pools.get({ reach, poolId })
  const changed = { ...pool, updatedAt: added.size === 0 ? pool.updatedAt : now }
  if (added.size > 0) {
    const since = pool.lowStockSince === null ? null : lowStockSince(pool, counts.available, now)
    yield* pools.update(pool, { lowStockSince: since, updatedAt: now })
    yield* auditPool(pool, "codes_added", null, { added: added.size })
  }
  const duplicates = lines.filter((_, place) => !added.has(sealed[place]?.valueHash ?? ""))
  return {
    added: added.size,
    duplicates: [
      ...repeated.map((place) => ({ index: place, within: "request" as const })),
      ...duplicates.map((line) => ({ index: line.index, within: "pool" as const }))
    ].toSorted(byIndex),
    rejected,
    pool: toCodePool({ pool: changed, offerXid: record.offerXid, counts })
  } satisfies AddedCodes
})
