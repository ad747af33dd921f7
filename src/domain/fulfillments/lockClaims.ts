import { Data, Effect } from "effect"
import { Fulfillments, type FulfillmentsOf, type LockedFulfillment } from "./Fulfillments.ts"

/**
 * An open claim appeared after the others were locked. Whoever locked it may already wait for the wallet, so that
 * waiting for it with the wallet locked could deadlock (DOMAIN 5.1).
 */
export class ClaimedMeanwhile extends Data.TaggedError("ClaimedMeanwhile") {}

/** Ample: each further attempt takes another claim that commits while this one begins. */
const attempts = 5

/** Locks the open claims, which comes before locking any wallet (DOMAIN 5.1). */
export const lockClaims = (of: FulfillmentsOf) => Fulfillments.use(({ listForUpdate }) => listForUpdate(of))

/** Fails if further open claims exist. Call it once nobody can add a claim any more. */
export const refuseFurtherClaims = Effect.fnUntraced(function* (
  of: FulfillmentsOf,
  locked: ReadonlyArray<LockedFulfillment>
) {
  const { listOpen } = yield* Fulfillments
  const ids = new Set(locked.map(({ row }) => row.id))
  if ((yield* listOpen(of)).some((id) => !ids.has(id))) return yield* new ClaimedMeanwhile()
})

/** Repeats a transaction that fails with `ClaimedMeanwhile`: its locks are released, and it then locks that claim too. */
export const retryClaimedMeanwhile = <A, E, R>(transaction: Effect.Effect<A, E | ClaimedMeanwhile, R>) => {
  const isClaimed = (error: E | ClaimedMeanwhile): error is ClaimedMeanwhile => error instanceof ClaimedMeanwhile
  return transaction.pipe(
    Effect.retry({ times: attempts, while: isClaimed }),
    Effect.catchIf(isClaimed, (error) => Effect.die(error))
  )
}
