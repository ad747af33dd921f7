import { Clock, Context, Effect } from "effect"
import { metrics } from "../shared/metrics.ts"
import type { WorkspaceId } from "./Workspace.ts"

/** The last sequence that this process has returned, by workspace. */
export const LastReturnedEvents = Context.Reference<Map<number, number>>("hub/domain/messaging/LastReturnedEvents", {
  defaultValue: () => new Map()
})

const lag = metrics.eventLagSeconds.of({})

/**
 * Measures the age of events when this process first returns them. The events of a workspace's first page are history
 * and are not measured.
 */
export const observeEventLag = (
  workspaceId: WorkspaceId,
  head: number,
  items: ReadonlyArray<{ readonly sequence: number; readonly occurredAt: string }>
): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const lastReturned = fiber.getRef(LastReturnedEvents)
    const until = lastReturned.get(workspaceId) ?? head
    const last = items.at(-1)?.sequence ?? 0
    if (last > until || !lastReturned.has(workspaceId)) lastReturned.set(workspaceId, Math.max(until, last))
    if (last > until) {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      for (const { occurredAt, sequence } of items) {
        if (sequence > until) lag.updateUnsafe(Math.max(0, now - Date.parse(occurredAt)) / 1000, fiber.context)
      }
    }
    return Effect.void
  })
