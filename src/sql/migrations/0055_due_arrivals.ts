/**
 * The indexes for the job that refreshes arrival tasks (DOMAIN 6.2): open ones by age, with their check-in, and settled
 * ones by check-in.
 */
export const dueArrivals: ReadonlyArray<string> = [
  `DROP INDEX arrival_tasks_unsettled`,
  `CREATE INDEX arrival_tasks_unsettled ON arrival_tasks (refreshed_at, check_in)
    WHERE status IN ('open', 'acknowledged')`,
  `DROP INDEX arrival_tasks_recent`,
  `CREATE INDEX arrival_tasks_settled ON arrival_tasks (check_in, refreshed_at)
    WHERE status IN ('completed', 'withdrawn')`
]
