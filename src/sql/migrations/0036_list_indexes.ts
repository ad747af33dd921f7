/**
 * Indexes for the filters and orders of lists, so that a page costs the same however many rows there are
 * (docs/benchmarks.md).
 */
export const listIndexes: ReadonlyArray<string> = [
  // Conversations without messages are last; newest first is this index read backwards.
  `DROP INDEX conversations_by_last_message`,
  `CREATE INDEX conversations_by_last_message
    ON conversations (workspace_id, coalesce(last_message_at, '-infinity'::timestamptz), id)`,
  // The claims of a desk's venues, counted by an index-only scan.
  `CREATE INDEX fulfillments_by_venue ON fulfillments (organization_id, property_id, claimed_at, id)
    INCLUDE (status, expires_at)`,
  // `search_text` is folded already.
  `CREATE INDEX guest_invites_by_part ON guest_invites USING gin (search_text gin_trgm_ops)`,
  `CREATE INDEX guest_invites_by_status ON guest_invites (organization_id, status, created_at, id)
    INCLUDE (property_id, expires_at)`,
  `CREATE INDEX operators_by_name_part ON operators USING gin (fold_text(name) gin_trgm_ops)`,
  `CREATE INDEX operators_by_email_part ON operators USING gin (fold_text(email) gin_trgm_ops)`,
  // The campaigns running on a day are among those that have not ended before it.
  `CREATE INDEX point_multipliers_by_end ON point_multipliers (organization_id, ends_at, starts_at)`,
  `CREATE INDEX programs_by_xid ON programs (organization_id, xid)`,
  `CREATE INDEX reactions_by_message ON reactions (message_id, id)`,
  // Kinds of actors differ in frequency by a factor of a thousand: the few entries of a rare one are found without
  // scanning the others.
  `CREATE INDEX audit_log_by_actor_kind ON audit_log ((actor->>'kind'), created_at, id)`
]
