/** The index for the sweep of the outbox, which skips entries that are pending or kept. */
export const outboxSettled: ReadonlyArray<string> = [
  `CREATE INDEX outbox_settled ON outbox (due_at) WHERE status <> 'pending'`
]
