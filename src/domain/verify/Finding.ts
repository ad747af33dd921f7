/** Everything that is compared. What each means is told where it is. */
export const checks = [
  "wallet",
  "balance",
  "lots",
  "entry_count",
  "activity_count",
  "next_expiry",
  "moved_at",
  "entry_type",
  "entry_movements",
  "entry_order",
  "entry_reversal",
  "movement_lot",
  "movement_asset",
  "lot_source",
  "lot_original",
  "lot_bounds",
  "lot_end",
  "lot_remaining",
  "activity_entry",
  "activity_sum",
  "stay_points",
  "stay_earn",
  "pending_earn",
  "charge",
  "refund",
  "spend_status",
  "history",
  "transfer_sum",
  "transfer_points",
  "favorite",
  "notification",
  "unread_count"
] as const
export type Check = (typeof checks)[number]

/** Something that does not agree: what it should be after everything else on record, and what it is. */
export interface Finding {
  readonly check: Check
  readonly subject: string
  readonly expected: string
  readonly actual: string
}

/** Takes note when two values differ as text. */
export type Compare = (
  check: Check,
  subject: string,
  expected: string | number | null,
  actual: string | number | null
) => void

/** Keeps the first `most` findings, and counts them all: a broken ledger may have as many as it has rows. */
export const makeFindings = (most: number) => {
  const first: Array<Finding> = []
  let count = 0
  const compare: Compare = (check, subject, expected, actual) => {
    if (expected === actual) return
    count += 1
    if (first.length < most) first.push({ check, subject, expected: String(expected), actual: String(actual) })
  }
  return { compare, count: () => count, first: (): ReadonlyArray<Finding> => first }
}
