/** The names of all checks. Each is described where it is performed. */
export const checks = [
  "wallet",
  "balance",
  "lots",
  "entry_count",
  "activity_count",
  "next_expiry",
  "moved_at",
  "entry_type",
  "entry_owner",
  "entry_movements",
  "entry_order",
  "entry_reversal",
  "movement_lot",
  "movement_asset",
  "lot_source",
  "lot_original",
  "lot_bounds",
  "lot_order",
  "lot_end",
  "lot_expiry",
  "lot_remaining",
  "activity_entry",
  "activity_sum",
  "stay_points",
  "stay_earn",
  "stay_owner",
  "stay_correction",
  "pending_earn",
  "claim_offer",
  "claim_code",
  "charge",
  "refund",
  "spend_status",
  "history",
  "redemption",
  "redemption_move",
  "redemption_end",
  "transfer_sum",
  "transfer_points",
  "favorite",
  "notification",
  "unread_count",
  "code_stock",
  "idempotency_key"
] as const
export type Check = (typeof checks)[number]

/** A discrepancy: the expected value, derived from the rest of the books, and the actual one. */
export interface Finding {
  readonly check: Check
  readonly subject: string
  readonly expected: string
  readonly actual: string
}

/** Records a finding when two values differ as text. */
export type Compare = (
  check: Check,
  subject: string,
  expected: string | number | null,
  actual: string | number | null
) => void

/** Keeps the first `limit` findings but counts all: a broken ledger may have as many as it has rows. */
export const makeFindings = (limit: number) => {
  const first: Array<Finding> = []
  let count = 0
  const compare: Compare = (check, subject, expected, actual) => {
    if (expected === actual) return
    count += 1
    if (first.length < limit) first.push({ check, subject, expected: String(expected), actual: String(actual) })
  }
  return { compare, count: () => count, first: (): ReadonlyArray<Finding> => first }
}
