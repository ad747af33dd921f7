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
import { type CodeLine, judgeCodes } from "./judgeCodes.ts"
import { type NewPoolCode, PoolCodes } from "./PoolCodes.ts"

/** Codes sealed before other requests get their turn: 2 to 3 ms of work. */
const codesPerTurn = 100

const index = Schema.Int.annotateKey({ description: "Place of the line in the request, from 0" })

/** What became of an upload; lines are told by their places, never by their text. */
export const AddedCodes = Schema.Struct({
  added: Schema.Int.annotateKey({ description: "How many codes the pool has got" }),
  duplicates: Schema.Array(
    Schema.Struct({
      index,
      within: Schema.Literals(["request", "pool"]).annotateKey({
        description: "Whether an earlier line of the request has the same code, or the pool had it before"
      })
    })
  ).annotateKey({ description: "Lines that added nothing because the code is there already, by `index`" }),
  rejected: Schema.Array(
    Schema.Struct({
      index,
      reason: Schema.Literals(["empty", "too_long", "not_printable"]).annotateKey({
        description: "Why the line is no code of 1 to 128 printable characters"
      })
    })
  ).annotateKey({ description: "Lines that are no codes, by `index`" }),
  pool: CodePool.annotateKey({ description: "The pool as it is now" })
}).annotate({ identifier: "AddedOfferCodes" })
export interface AddedCodes extends Schema.Schema.Type<typeof AddedCodes> {}

const byIndex = Order.mapInput(Order.Number, (line: { readonly index: number }) => line.index)

/** The line as stored: sealed about its own id, and hashed for its pool. */
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
 * Adds codes to a pool that is not archived, in one statement; codes that it has already are left out. Claims go on
 * meanwhile: the pool is locked for the end of the transaction only, when the new codes, which nobody else sees yet,
 * are written. Stock above the threshold can become low again, with another notice.
 */
export const addPoolCodes = Effect.fnUntraced(function* (poolId: string, codes: ReadonlyArray<string>) {
  const { reach } = yield* PartnerCaller
  const pools = yield* CodePools
  const found = yield* pools.get({ reach, poolId })
  yield* requireAllVenues(reach)
  yield* refuseArchived(found.pool)
  const { lines, rejected, repeated } = judgeCodes(codes)
  const sealed = yield* sealCodes(found.pool, lines)
  const now = yield* DateTime.now
  const added = yield* PoolCodes.use(({ insertMissing }) => insertMissing({ pool: found.pool, codes: sealed, now }))
  const pool = yield* pools.getForUpdate({ reach, poolId })
  yield* refuseArchived(pool)
  // Not a tally: the job that watches stocks would no longer see a fall before this upload.
  const { counts } = yield* pools.get({ reach, poolId })
  const changed = { ...pool, updatedAt: added.size === 0 ? pool.updatedAt : now }
  if (added.size > 0) {
    const since = pool.lowStockSince === null ? null : lowStockSince(pool, counts.available, now)
    yield* pools.update(pool, { lowStockSince: since, updatedAt: now })
    yield* auditPool(pool, "codes_added", null, { added: added.size })
  }
  const known = lines.filter((_, place) => !added.has(sealed[place]?.valueHash ?? ""))
  return {
    added: added.size,
    duplicates: [
      ...repeated.map((place) => ({ index: place, within: "request" as const })),
      ...known.map((line) => ({ index: line.index, within: "pool" as const }))
    ].toSorted(byIndex),
    rejected,
    pool: toCodePool({ pool: changed, offerXid: found.offerXid, counts })
  } satisfies AddedCodes
})
