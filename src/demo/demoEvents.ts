import { DateTime, Order } from "effect"
import type { Action } from "../domain/actions/Action.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { Change } from "./Change.ts"
import { workspaceNames, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"

const byTime = Order.mapInput(DateTime.Order, (change: Change) => change.occurredAt)

/** The feed of every workspace in chronological order, and the counters that later changes continue (HUB-044). */
export const demoEvents = (
  actions: ReadonlyArray<Action>,
  changes: ReadonlyArray<Change>
): Pick<Dataset, "messagingEvents" | "workspaceCounters"> => {
  const feeds = workspaceNames.map((name) => {
    const { id } = workspaces[name]
    const feed = changes
      .filter((change) => change.workspaceId === id)
      .toSorted(byTime)
      .map((change, index) => ({
        ...change,
        sequence: index + 1,
        xid: seeded.uuid("event", `${name} ${index + 1}`)
      }))
    return { id, feed }
  })
  return {
    messagingEvents: feeds.flatMap(({ feed }) => feed),
    workspaceCounters: feeds.map(({ id, feed }) => ({
      workspaceId: id,
      events: feed.length,
      oldestEvent: 1,
      actions: actions.filter((action) => action.workspaceId === id).length
    }))
  }
}
