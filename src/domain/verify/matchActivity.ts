import { activityTypes } from "../wallet/Move.ts"
import type { Compare } from "./Finding.ts"
import type { BookedActivity, BookedEntry } from "./LedgerBooks.ts"

const describe = (item: BookedActivity) => `${item.type} ${item.amount} ${item.asset} ${item.status}`

/** Only a spend can be pending, until its claim ends; everything else is completed (DOMAIN 4.3). */
const statusOf = (entry: BookedEntry, item: BookedActivity) =>
  entry.type === "SPEND" && item.status === "pending" ? "pending" : "completed"

/**
 * Compares a member's activity with the entries: one item per entry, with the same amount, asset and type, and no
 * others except earns that were never credited (DOMAIN 4.2, 4.3). Both arrive in nearly the same order, so few are
 * buffered.
 */
export const matchActivity = (compare: Compare) => {
  const entries = new Map<string, BookedEntry>()
  const items = new Map<string, BookedActivity>()
  let sum = 0
  let count = 0

  const match = (entry: BookedEntry, item: BookedActivity) => {
    const expected = `${activityTypes[entry.type]} ${entry.points} ${entry.asset} ${statusOf(entry, item)}`
    compare("activity_entry", `activity:${item.id}`, expected, describe(item))
  }

  return {
    entry: (entry: BookedEntry) => {
      const item = items.get(entry.id)
      if (item === undefined) entries.set(entry.id, entry)
      else {
        items.delete(entry.id)
        match(entry, item)
      }
    },
    item: (item: BookedActivity) => {
      const { entryId, status, type } = item
      const isPendingEarn = type === "earn" && status === "pending"
      if (!isPendingEarn) count += 1
      if (status === "completed" || (type === "spend" && status === "pending")) sum += item.amount ?? 0
      if (entryId === null) {
        const isEarnOnly = type === "earn" && status !== "completed"
        if (!isEarnOnly) compare("activity_entry", `activity:${item.id}`, "an entry", "none")
        return
      }
      const entry = entries.get(entryId)
      if (entry === undefined) items.set(entryId, item)
      else {
        entries.delete(entryId)
        match(entry, item)
      }
    },
    /** The sum of the counted items, and their number without pending earns. */
    end: () => {
      for (const id of entries.keys()) compare("activity_entry", `entry:${id}`, "an activity item", "none")
      for (const [entryId, { id }] of items) {
        compare("activity_entry", `activity:${id}`, `entry ${entryId} of the member`, "none")
      }
      return { sum, count }
    }
  }
}
