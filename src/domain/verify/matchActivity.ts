import { DateTime } from "effect"
import { activityTypes } from "../wallet/Move.ts"
import type { Compare } from "./Finding.ts"
import type { BookedActivity, BookedEntry } from "./LedgerBooks.ts"

type Linked = Pick<BookedEntry, "fulfillmentId" | "reservationId">

const linksOf = ({ fulfillmentId, reservationId }: Linked) => `for claim ${fulfillmentId} and stay ${reservationId}`

/** Only a spend can be pending, until its claim ends; everything else is completed (DOMAIN 4.3). */
const statusOf = (entry: BookedEntry, item: BookedActivity) =>
  entry.type === "SPEND" && item.status === "pending" ? "pending" : "completed"

/**
 * Compares a member's activity with the entries: one item per entry, with the same amount, asset, type, claim, stay and
 * time, and no others except earns of stays that were never credited (DOMAIN 4.2, 4.3). Both arrive in nearly the same
 * order, so few are buffered.
 */
export const matchActivity = (compare: Compare) => {
  const entries = new Map<string, BookedEntry>()
  const items = new Map<string, BookedActivity>()
  let sum = 0
  let count = 0

  const match = (entry: BookedEntry, item: BookedActivity) => {
    const subject = `activity:${item.id}`
    const expected = `${activityTypes[entry.type]} ${entry.points} ${entry.asset} ${statusOf(entry, item)}`
    const actual = `${item.type} ${item.amount} ${item.asset} ${item.status}`
    compare("activity_entry", subject, `${expected} ${linksOf(entry)}`, `${actual} ${linksOf(item)}`)
    // An earn keeps the time from which it was pending.
    if (entry.type === "EARN") return
    compare("activity_entry", subject, DateTime.formatIso(entry.createdAt), DateTime.formatIso(item.createdAt))
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
        else if (item.reservationId === null) compare("activity_entry", `activity:${item.id}`, "a stay", "none")
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
