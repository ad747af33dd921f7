/** What the sweep removes from the outbox is found without reading what waits or is kept. */
export const outboxSettled: ReadonlyArray<string> = [
  `CREATE INDEX outbox_settled ON outbox (due_at) WHERE status <> 'pending'`
]
