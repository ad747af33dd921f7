/** The notices that the outbox only records are found by their age when the sweep removes them. */
export const outboxRecorded: ReadonlyArray<string> = [
  `CREATE INDEX outbox_recorded ON outbox (created_at) WHERE due_at IS NULL`
]
