import { isOpen, type FulfillmentStatus } from "../fulfillments/FulfillmentStatus.ts"
import { type FulfillmentTransition, fulfillmentTransitions } from "../fulfillments/fulfillmentTransitions.ts"
import type { Asset } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedFulfillment } from "./LedgerBooks.ts"

type Step = BookedFulfillment["history"][number]

const beginnings: ReadonlyArray<string | null> = [
  "claimed",
  "pending_approval"
] satisfies ReadonlyArray<FulfillmentStatus>

const movesOf = ({ from, to }: Step, redemptionType: string): ReadonlyArray<FulfillmentTransition> =>
  fulfillmentTransitions.filter(
    (move) => move.to === to && move.from.some((status) => status === from) && move.holdsFor(redemptionType)
  )

/** Whether each step leads on from the one before by a move of the state machine, from the claim to the status there is. */
const isPath = ({ history, redemptionType, status }: BookedFulfillment) =>
  history.at(-1)?.to === status &&
  history.every((step, index) =>
    index === 0
      ? step.from === null && beginnings.includes(step.to)
      : step.from === history[index - 1]?.to && movesOf(step, redemptionType).length > 0
  )

/** Whether the charge must have gone back; undefined when that hung on an offer that was changed since. */
const isRefundDue = ({ history, redemptionType, refundOnExpiry, status }: BookedFulfillment): boolean | undefined => {
  const last = history.at(-1)
  if (isOpen(status) || last === undefined) return false
  const rules = new Set(movesOf(last, redemptionType).map(({ refund }) => refund))
  if (rules.has("full")) return true
  return rules.has("ifOffered") ? (refundOnExpiry ?? undefined) : false
}

const sums = (entries: BookedFulfillment["entries"], type: "SPEND" | "ADJUST") => {
  const of = (asset: Asset) =>
    entries.reduce((sum, entry) => (entry.type === type && entry.asset === asset ? sum + entry.points : sum), 0)
  return { valid: of("VALID"), credit: of("CREDIT") }
}

/**
 * A claim came to where it is by moves of the state machine, was charged what it says, and got the whole back exactly when its
 * end says so; its spend items wait as long as it is open (DOMAIN 4.3, 5.1).
 */
export const verifyFulfillment = (claim: BookedFulfillment, compare: Compare) => {
  const { entries, history, id, pointsCharged, spendStatuses, status } = claim
  const subject = `fulfillment:${id}`
  const path = [...history.map(({ to }) => to), `now ${status}`].join(" > ")
  if (!isPath(claim)) compare("history", subject, "moves of the state machine that end in the status", path)
  const charged = sums(entries, "SPEND")
  compare("charge", subject, -pointsCharged, charged.valid + charged.credit)
  const refunded = sums(entries, "ADJUST")
  const isDue = isRefundDue(claim) ?? refunded.valid + refunded.credit !== 0
  compare(
    "refund",
    subject,
    isDue ? `VALID ${-charged.valid} CREDIT ${-charged.credit}` : "VALID 0 CREDIT 0",
    `VALID ${refunded.valid} CREDIT ${refunded.credit}`
  )
  const expected = isOpen(status) ? "pending" : "completed"
  for (const found of spendStatuses) compare("spend_status", subject, expected, found)
}
