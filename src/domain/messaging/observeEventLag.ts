import { Clock, Context, Effect } from "effect"
import { metrics } from "../shared/metrics.ts"
import type { WorkspaceId } from "./Workspace.ts"

/** How far this process has shown the feed of each workspace. */
export const ShownEvents = Context.Reference<Map<number, number>>("hub/domain/messaging/ShownEvents", {
  defaultValue: () => new Map()
})

const lag = metrics.eventLagSeconds.of({})

/**
 * Measures how old events are when this process first shows them. What is there when a workspace is first asked for is
 * history, which says nothing of how late it is now.
 */
export const observeEventLag = (
  workspaceId: WorkspaceId,
  head: number,
  items: ReadonlyArray<{ readonly sequence: number; readonly occurredAt: string }>
): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const shown = fiber.getRef(ShownEvents)
    const until = shown.get(workspaceId) ?? head
    const last = items.at(-1)?.sequence ?? 0
    if (last > until || !shown.has(workspaceId)) shown.set(workspaceId, Math.max(until, last))
    if (last > until) {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      for (const { occurredAt, sequence } of items) {
        if (sequence > until) lag.updateUnsafe(Math.max(0, now - Date.parse(occurredAt)) / 1000, fiber.context)
      }
    }
    return Effect.void
  })
