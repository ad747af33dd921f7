import { Context, Effect } from "effect"

/**
 * Requests of this process to rebuild arrival tasks now, before the job is next due (DOMAIN 6.2). Requests made before
 * one is taken count as one. By default nothing takes them, and the job or another process finds the queued changes.
 */
export const RebuildRequests = Context.Reference<{
  /** Call it in the transaction that queues a change; the rebuild starts once that has committed. */
  readonly request: Effect.Effect<void>
  /** Waits for a request. */
  readonly take: Effect.Effect<void>
}>("hub/domain/arrivals/RebuildRequests", {
  defaultValue: () => ({ request: Effect.void, take: Effect.never })
})
