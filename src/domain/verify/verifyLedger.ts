import { DateTime, Effect, Stream } from "effect"
import { type Finding, makeFindings } from "./Finding.ts"
import { LedgerBooks } from "./LedgerBooks.ts"
import { verifyFavorites, verifyNotifications } from "./verifyCollections.ts"
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

/** The number of findings reported individually. */
const mostReported = 100

const eachRow = <A>(rows: Stream.Stream<A>, verify: (row: A) => void) =>
  Stream.runForEachArray(rows, (chunk) => Effect.sync(() => chunk.forEach((row) => verify(row))))

/**
 * Reads the books at one moment and checks them against each other: balances, lots, entries, activity, stays, claims
 * with their history and the desk's records, transfers, favorites, notifications and idempotency keys (DOMAIN 4, 4.1 to
 * 4.3, 5.1, 9, 10). Corrects nothing. `onProgress` receives the number of entries read and their approximate total.
 */
export const verifyLedger = Effect.fnUntraced(function* (
  onProgress: (progress: { readonly read: number; readonly entries: number }) => Effect.Effect<void> = () => Effect.void
) {
  const books = yield* LedgerBooks
  const now = yield* DateTime.now
  const { compare, count, first } = makeFindings(mostReported)
  const read = Effect.gen(function* () {
    const { entries } = yield* books.count
    const seen = yield* verifyMembers(compare, (done) => onProgress({ read: done, entries }))
    yield* eachRow(books.stays(now), (stay) => verifyStay(stay, compare))
    yield* eachRow(books.fulfillments, (claim) => {
      verifyFulfillment(claim, compare)
      verifyRedemptions(claim, compare)
    })
    yield* eachRow(books.transfers, (transfer) => verifyTransfer(transfer, compare))
    yield* eachRow(books.favorites, verifyFavorites(compare))
    yield* eachRow(books.unansweredKeys, ({ key, namespace, tenant }) =>
      compare("idempotency_key", `${namespace}:${tenant} ${key}`, "answered", "in flight without a lease")
    )
    const notifications = verifyNotifications(compare)
    yield* eachRow(books.notifications, notifications.row)
    notifications.end()
    return seen
  })
  const seen = yield* books.snapshot(read)
  return { ...seen, count: count(), findings: first() } satisfies LedgerReport
})
