/** Indexes for `hub audit`: time, actor, organization. The index by subject exists already. */
export const audit: ReadonlyArray<string> = [
  `CREATE INDEX audit_log_by_time ON audit_log (created_at, id)`,
  `CREATE INDEX audit_log_by_actor ON audit_log ((actor->>'id'), created_at, id)`,
  `CREATE INDEX audit_log_by_organization ON audit_log (organization_id, created_at, id)`
]
