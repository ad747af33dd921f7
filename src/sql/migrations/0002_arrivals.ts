/** Indexes for arrivals and their refresh: a venue's stays by check-in, unsettled tasks, recent tasks. */
export const arrivals: ReadonlyArray<string> = [
  `CREATE INDEX reservations_by_arrival ON reservations (organization_id, property_id, check_in)`,
  `CREATE INDEX arrival_tasks_unsettled ON arrival_tasks (refreshed_at) WHERE status IN ('open', 'acknowledged')`,
  `CREATE INDEX arrival_tasks_recent ON arrival_tasks (check_in, refreshed_at)`
]
