import { DateTime, Effect, Stream } from "effect"
import { type Finding, makeFindings } from "./Finding.ts"
import { LedgerBooks } from "./LedgerBooks.ts"
import { verifyFavorites, verifyNotifications } from "./verifyCollections.ts"
import { verifyClaimCode, verifyStock } from "./verifyCodes.ts"
import { verifyFulfillment } from "./verifyFulfillment.ts"
import { verifyMembers } from "./verifyMembers.ts"
import { verifyRedemptions } from "./verifyRedemptions.ts"
import { verifyStay } from "./verifyStay.ts"
import { verifyTransfer } from "./verifyTransfer.ts"

/** The result: `findings` are the first of `count`. Without findings all records agree. */
export interface LedgerReport {
  readonly members: number
  readonly entries: number
  readonly count: number
  readonly findings: ReadonlyArray<Finding>
}

/** Maximum number of findings reported individually. */
const maxReported = 100

const eachRow = <A>(rows: Stream.Stream<A>, verify: (row: A) => void) =>
  Stream.runForEachArray(rows, (chunk) => Effect.sync(() => chunk.forEach((row) => verify(row))))

/**
 * Checks the books against each other in one snapshot: balances, lots, entries, activity, stays, claims with their
 * history, redemption records and codes, stocks of codes, transfers, favorites, notifications and idempotency keys
 * (DOMAIN 4, 4.1 to 4.3, 5.1, 8.3, 9, 10). Corrects nothing. `onProgress` receives the number of entries read and their approximate total.
 */
export const verifyLedger = Effect.fnUntraced(function* (
  onProgress: (progress: { readonly read: number; readonly entries: number }) => Effect.Effect<void> = () => Effect.void
) {
  const books = yield* LedgerBooks
  const now = yield* DateTime.now
  const { compare, count, first } = makeFindings(maxReported)
  const read = Effect.gen(function* () {
    const { entries } = yield* books.count
    const totals = yield* verifyMembers(compare, (done) => onProgress({ read: done, entries }))
    yield* eachRow(books.stays(now), (stay) => verifyStay(stay, compare))
    yield* eachRow(books.fulfillments, (claim) => {
      verifyFulfillment(claim, compare)
      verifyRedemptions(claim, compare)
      verifyClaimCode(claim, compare)
    })
    yield* eachRow(books.pools, (pool) => verifyStock(pool, compare))
    yield* eachRow(books.transfers, (transfer) => verifyTransfer(transfer, compare))
    yield* eachRow(books.favorites, verifyFavorites(compare))
    yield* eachRow(books.unansweredKeys, ({ key, namespace, tenant }) =>
      compare("idempotency_key", `${namespace}:${tenant} ${key}`, "answered", "in flight without a lease")
    )
    const notifications = verifyNotifications(compare)
    yield* eachRow(books.notifications, notifications.row)
    notifications.end()
    return totals
  })
  const totals = yield* books.snapshot(read)
  return { ...totals, count: count(), findings: first() } satisfies LedgerReport
})
