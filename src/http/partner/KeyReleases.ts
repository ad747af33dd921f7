import { Clock, Context, DateTime, Duration, Effect, Queue, Schedule } from "effect"
import { PartnerIdempotency, type PartnerIdempotencyRecord } from "../../domain/idempotency/PartnerIdempotency.ts"

/** A key that its owner has no more use for, and until when nobody else can take it anyway. */
export type HeldKey = Pick<PartnerIdempotencyRecord, "tenant" | "key" | "ownerToken" | "leaseUntil">

/** Gives keys back that no answer was kept for, so that a retry need not wait for the end of a lease (PAR-125). */
export class KeyReleases extends Context.Service<
  KeyReleases,
  { readonly release: (held: HeldKey) => Effect.Effect<void> }
>()("hub/http/partner/KeyReleases") {}

/** Keys that wait for their store. More of them are left to their leases: an outage is not to fill the memory. */
const mostWaiting = 10_000

/** Soon at first, for a connection that broke; then every five seconds, which is what a store that is away can bear. */
const pauses = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Releases at once, so that an answer finds its key free. What the store does not take then is tried again behind the
 * answer, one key at a time and no longer than its lease, until the scope ends.
 */
export const makeKeyReleases = Effect.gen(function* () {
  const keys = yield* PartnerIdempotency
  const waiting = yield* Queue.dropping<HeldKey>(mostWaiting)

  const remove = ({ key, ownerToken, tenant }: HeldKey) => Effect.sandbox(keys.remove(tenant, key, ownerToken))

  const insist = Effect.fnUntraced(function* (held: HeldKey) {
    const left = DateTime.toEpochMillis(held.leaseUntil) - (yield* Clock.currentTimeMillis)
    if (left <= 0) return
    yield* remove(held).pipe(Effect.retry(pauses), Effect.timeoutOption(Duration.millis(left)), Effect.ignore)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), insist)))

  return KeyReleases.of({
    release: (held) =>
      Effect.catch(remove(held), (cause) =>
        Effect.andThen(Effect.logWarning("A key is given back later", cause), Queue.offer(waiting, held))
      )
  })
})
