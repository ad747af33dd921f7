import { Context, Effect } from "effect"

/**
 * Requests of this process to rebuild arrival tasks now, before the job is next due (DOMAIN 6.2). Requests that nobody
 * has taken yet are one. By default nobody takes them: another process, or the job, finds the queued changes.
 */
export const RebuildRequests = Context.Reference<{
  /** Call it in the transaction that queues a change; the rebuild starts once that has committed. */
  readonly request: Effect.Effect<void>
  /** Waits for a request. */
  readonly take: Effect.Effect<void>
}>("hub/domain/arrivals/RebuildRequests", {
  defaultValue: () => ({ request: Effect.void, take: Effect.never })
})
