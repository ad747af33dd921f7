import type { RedemptionRecord } from "../fulfillments/RedemptionRecord.ts"
import type { Compare } from "./Finding.ts"
import type { BookedFulfillment } from "./LedgerBooks.ts"

/** The desk's transitions (DOMAIN 5.1, F3 to F6), stated independently of the state machine under test. */
const moves = {
  approve: ["claimed > approved", "pending_approval > approved", "modified > approved"],
  reject: ["claimed > rejected", "pending_approval > rejected", "modified > rejected", "approved > rejected"],
  modify: ["claimed > modified", "pending_approval > modified", "modified > modified", "approved > modified"],
  fulfill: ["claimed > fulfilled", "approved > fulfilled"]
} satisfies Record<RedemptionRecord["action"], ReadonlyArray<string>>

const none = "none"

const listText = (items: ReadonlyArray<string>) => (items.length === 0 ? none : items.toSorted().join(", "))

/** The record that the end of a claim requires; none if a member or the system fulfilled it. */
const endOf = (status: BookedFulfillment["status"], isByDesk: boolean) => {
  if (status === "rejected") return "reject"
  return status === "fulfilled" && isByDesk ? "fulfill" : none
}

/**
 * Checks that the redemption records of a claim correspond one to one to the desk's transitions in its history, that
 * each is a transition of its action, and that an ending record exists exactly if a desk ended the claim (DOMAIN 5.1,
 * PAR-026, A-94).
 */
export const verifyRedemptions = ({ history, id, redemptions, status }: BookedFulfillment, compare: Compare) => {
  const subject = `fulfillment:${id}`
  const byDesk = history.filter(({ actor, from }) => from !== null && (actor === "key" || actor === "operator"))
  const made = byDesk.map(({ from, to }) => `${from} > ${to}`)
  const recorded = redemptions.map(({ fromStatus, toStatus }) => `${fromStatus} > ${toStatus}`)
  compare("redemption", subject, listText(made), listText(recorded))
  for (const { action, fromStatus, id: record, toStatus } of redemptions) {
    const isMove = moves[action].some((move) => move === `${fromStatus} > ${toStatus}`)
    if (!isMove)
      compare("redemption_move", `redemption:${record}`, `a move by ${action}`, `${fromStatus} > ${toStatus}`)
  }
  const ends = redemptions.flatMap(({ action }) => (action === "reject" || action === "fulfill" ? [action] : []))
  const isByDesk = byDesk.length > 0 && byDesk.at(-1) === history.at(-1)
  compare("redemption_end", subject, endOf(status, isByDesk), listText(ends))
}
