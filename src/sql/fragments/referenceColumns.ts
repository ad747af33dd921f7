/** A message `r` as other rows refer to it: its external id and the fields that decide its visibility. */
export const messageReferenceColumns = `json_build_object(
  'id', r.xid, 'audienceKind', r.audience_kind, 'teamId', r.team_id, 'isSensitive', r.is_sensitive,
  'isDeleted', r.deleted_at IS NOT NULL, 'sourceDerived', r.source_derived, 'aiPrivate', r.ai_private
)`

/** An Action `r` as other rows refer to it. */
export const actionReferenceColumns = `json_build_object(
  'id', r.xid, 'audienceKind', r.audience_kind, 'teamId', r.team_id
)`
