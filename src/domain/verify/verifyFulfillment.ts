import { isOpen, type FulfillmentStatus } from "../fulfillments/FulfillmentStatus.ts"
import { type FulfillmentTransition, fulfillmentTransitions } from "../fulfillments/fulfillmentTransitions.ts"
import type { Asset } from "../wallet/Wallet.ts"
import type { Compare } from "./Finding.ts"
import type { BookedFulfillment } from "./LedgerBooks.ts"

type Step = BookedFulfillment["history"][number]

const initialStatuses: ReadonlyArray<string | null> = [
  "claimed",
  "pending_approval"
] satisfies ReadonlyArray<FulfillmentStatus>

const transitionsOf = ({ from, to }: Step, redemptionType: string): ReadonlyArray<FulfillmentTransition> =>
  fulfillmentTransitions.filter(
    (transition) =>
      transition.to === to && transition.from.some((status) => status === from) && transition.appliesTo(redemptionType)
  )

/** Whether the history is a path of valid transitions from the claim to its current status. */
const isPath = ({ history, redemptionType, status }: BookedFulfillment) =>
  history.at(-1)?.to === status &&
  history.every((step, index) =>
    index === 0
      ? step.from === null && initialStatuses.includes(step.to)
      : step.from === history[index - 1]?.to && transitionsOf(step, redemptionType).length > 0
  )

/** Whether the charge must have been refunded; undefined if that depended on an offer that has changed since. */
const isRefundDue = ({ history, redemptionType, refundOnExpiry, status }: BookedFulfillment): boolean | undefined => {
  const last = history.at(-1)
  if (isOpen(status) || last === undefined) return false
  const rules = new Set(transitionsOf(last, redemptionType).map(({ refund }) => refund))
  if (rules.has("full")) return true
  return rules.has("ifOffered") ? (refundOnExpiry ?? undefined) : false
}

const sums = (entries: BookedFulfillment["entries"], type: "SPEND" | "ADJUST") => {
  const sumOf = (asset: Asset) =>
    entries.reduce((sum, entry) => (entry.type === type && entry.asset === asset ? sum + entry.points : sum), 0)
  return { valid: sumOf("VALID"), credit: sumOf("CREDIT") }
}

/**
 * Checks that a claim reached its status by valid transitions, was charged `pointsCharged`, was refunded in full
 * exactly if its end requires it, and has pending spend items exactly while open (DOMAIN 4.3, 5.1).
 */
export const verifyFulfillment = (claim: BookedFulfillment, compare: Compare) => {
  const { entries, hasOffer, history, id, pointsCharged, spendStatuses, status } = claim
  const subject = `fulfillment:${id}`
  const path = [...history.map(({ to }) => to), `now ${status}`].join(" > ")
  if (!isPath(claim)) compare("history", subject, "transitions of the state machine that end in the status", path)
  if (!hasOffer) compare("claim_offer", subject, "an offer of its organization", "none")
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
  for (const actual of spendStatuses) compare("spend_status", subject, expected, actual)
}
