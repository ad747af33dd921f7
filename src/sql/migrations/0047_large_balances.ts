/**
 * Balances have 64 bits: what a member has earned over time can exceed 32. Single lots and entries cannot, so the large
 * tables stay as they are.
 */
export const largeBalances: ReadonlyArray<string> = [
  `ALTER TABLE wallets ALTER COLUMN valid_balance TYPE bigint, ALTER COLUMN credit_balance TYPE bigint`,
  `ALTER TABLE transfers ALTER COLUMN points TYPE bigint`
]
