/**
 * The statements of the service, word for word but for the placeholders, for the peer and the floor: what differs between
 * the three is never what the database is asked.
 */

export const selectCredential = `
  SELECT k.id, k.xid, k.surface, k.organization_id AS "organizationId", k.integration_id AS "integrationId", k.origin,
    k.name, k.prefix, k.last_four AS "lastFour", k.secret_hash AS "secretHash", k.auth_level AS "authLevel",
    k.global_scope AS "globalScope", k.all_venues AS "allVenues", k.venue_ids AS "venueIds", k.environment,
    k.permissions, k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
    k.last_used_at AS "lastUsedAt",
    o.xid AS "organizationXid", o.name AS "organizationName", o.slug AS "organizationSlug",
    o.status AS "organizationStatus", o.messaging_activated_at AS "messagingActivatedAt",
    i.xid AS "integrationXid", i.name AS "integrationName", i.origin AS "integrationOrigin"
  FROM api_keys k
  LEFT JOIN organizations o ON o.id = k.organization_id
  LEFT JOIN integrations i ON i.id = k.integration_id
  WHERE k.secret_hash = $1`

export const selectBrands = `
  SELECT b.document_id AS id, b.name, b.slug, b.status, b.logo_url AS "logoUrl",
    coalesce(
      (
        SELECT json_agg(
          json_build_object(
            'id', p.document_id, 'name', p.name, 'slug', p.slug,
            'status', CASE p.status WHEN 'published' THEN 'active' ELSE 'inactive' END,
            'type', p.property_type, 'city', p.city, 'country', p.country, 'timezone', p.timezone
          )
          ORDER BY p.name COLLATE "C", p.document_id
        )
        FROM properties p
        WHERE p.organization_id = b.organization_id AND p.brand_id = b.id
      ),
      '[]'
    ) AS venues,
    b.created_at AS "createdAt", b.updated_at AS "updatedAt"
  FROM brands b
  WHERE b.organization_id = $1
  ORDER BY b.name, b.document_id LIMIT $2`

export const selectGrants = `
  SELECT w.id AS "workspaceId", w.xid AS "workspaceXid", w.status AS "workspaceStatus", g.permissions,
    g.audience_workspace AS "audienceWorkspace", g.audience_team_ids AS "audienceTeamIds", g.active,
    o.messaging_activated_at IS NOT NULL AS "organizationActivated"
  FROM messaging_grants g
  JOIN integrations i ON i.id = g.integration_id
  JOIN workspaces w ON w.id = g.workspace_id AND w.organization_id = i.organization_id
  JOIN organizations o ON o.id = w.organization_id
  WHERE g.integration_id = $1
  ORDER BY g.id`

const actionColumns = `
  a.seq, a.xid AS id, a.version, a.state, a.kind, a.title, a.details, a.priority, g.xid AS "guestId",
  a.reservation_id AS "reservationId", p.document_id AS "propertyId", a.audience_kind AS "audienceKind",
  a.team_id AS "teamId", t.xid AS "teamXid", a.owner_kind AS "ownerKind",
  a.owner_integration_id AS "ownerIntegrationId", coalesce(i.xid, o.identity_subject) AS "ownerId",
  coalesce(i.name, o.name) AS "ownerName", a.due_at AS "dueAt", a.evidence, a.created_at AS "createdAt",
  a.updated_at AS "updatedAt", a.claimed_at AS "claimedAt", a.finished_at AS "finishedAt",
  a.cancelled_at AS "cancelledAt"`

const actionNames = `
  LEFT JOIN guests g ON g.id = a.guest_id
  LEFT JOIN properties p ON p.id = a.property_id
  LEFT JOIN teams t ON t.id = a.team_id
  LEFT JOIN integrations i ON i.id = a.owner_integration_id
  LEFT JOIN operators o ON o.id = a.owner_operator_id`

export const selectActions = `
  SELECT ${actionColumns} FROM actions a ${actionNames}
  WHERE a.workspace_id = $1 AND a.seq < $2::bigint
  ORDER BY a.seq DESC LIMIT $3`

export const selectActionsOfGuest = `
  SELECT ${actionColumns} FROM actions a ${actionNames}
  WHERE a.workspace_id = $1 AND a.seq < $2::bigint
    AND a.guest_id = (SELECT n.id FROM guests n WHERE n.organization_id = $3 AND n.xid = $4)
  ORDER BY a.seq DESC LIMIT $5`

export const selectEvents = `
  SELECT
    c.events AS head, c.oldest_event AS oldest, e.sequence, e.xid AS id, e.kind, g.xid AS "guestId",
    e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.resource_version AS "resourceVersion",
    e.occurred_at AS "occurredAt",
    CASE WHEN m.id IS NOT NULL THEN json_build_object(
      'id', m.xid, 'audienceKind', m.audience_kind, 'teamId', m.team_id, 'isSensitive', m.is_sensitive,
      'isDeleted', m.deleted_at IS NOT NULL, 'sourceDerived', m.source_derived, 'aiPrivate', m.ai_private
    ) END AS message,
    CASE WHEN a.id IS NOT NULL THEN json_build_object(
      'id', a.xid, 'audienceKind', a.audience_kind, 'teamId', a.team_id
    ) END AS action
  FROM workspace_counters c
  LEFT JOIN LATERAL (
    SELECT s.sequence, s.xid, s.kind, s.guest_id, s.actor_kind, s.actor_id, s.resource_version, s.occurred_at,
      s.resource_type, s.resource_id
    FROM messaging_events s
    WHERE s.workspace_id = $1 AND s.sequence > $2::bigint
    ORDER BY s.sequence LIMIT $3
  ) e ON true
  LEFT JOIN guests g ON g.id = e.guest_id
  LEFT JOIN messages m ON e.resource_type = 'message' AND m.id = e.resource_id
  LEFT JOIN actions a ON e.resource_type = 'action' AND a.id = e.resource_id
  WHERE c.workspace_id = $4
  ORDER BY e.sequence`

export const insertIdempotency = `
  INSERT INTO hub_idempotency AS h (
    organization_id, principal_kind, principal_id, key, fingerprint, created_at, expires_at
  ) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (organization_id, principal_kind, principal_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, result = NULL, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    WHERE h.expires_at <= excluded.created_at
  RETURNING true AS taken`

export const selectIdempotency = `
  SELECT h.organization_id AS "organizationId", h.principal_kind AS "principalKind", h.principal_id AS "principalId",
    h.key, h.fingerprint, h.result, h.created_at AS "createdAt", h.expires_at AS "expiresAt"
  FROM hub_idempotency h
  WHERE h.organization_id = $1 AND h.principal_kind = $2 AND h.principal_id = $3 AND h.key = $4`

export const updateIdempotency = `
  UPDATE hub_idempotency SET result = $1::jsonb
  WHERE organization_id = $2 AND principal_kind = $3 AND principal_id = $4 AND key = $5`

export const selectActionForUpdate = `
  SELECT a.id, a.version, a.state, a.audience_kind AS "audienceKind", a.team_id AS "teamId",
    a.owner_integration_id AS "ownerIntegrationId"
  FROM actions a WHERE a.workspace_id = $1 AND a.xid = $2
  FOR UPDATE`

/**
 * $1 state, $2 time, $3 integration, $4 evidence, $5 Action, $6 expected version, $7 command, $8 state before, $9 actor
 * kind, $10 actor, $11 receipt, $12 request, $13 event, $14 event kind. Values used more than once are sent once.
 */
export const insertTransition = `
  WITH moved AS (
    UPDATE actions SET
      state = $1::text, version = version + 1, updated_at = $2::timestamptz, owner_kind = 'integration',
      owner_integration_id = $3, owner_operator_id = NULL, evidence = coalesce($4::text, evidence),
      claimed_at = CASE $1::text WHEN 'owned' THEN $2::timestamptz ELSE claimed_at END,
      finished_at = CASE $1::text WHEN 'finished' THEN $2::timestamptz ELSE finished_at END,
      cancelled_at = CASE $1::text WHEN 'cancelled' THEN $2::timestamptz ELSE cancelled_at END
    WHERE id = $5 AND version = $6::integer
    RETURNING id, workspace_id, guest_id, version
  ), kept AS (
    INSERT INTO action_transitions (
      action_id, type, from_state, to_state, actor_kind, actor_id, expected_version, resulting_version, evidence,
      receipt_xid, request_id, occurred_at
    )
    SELECT id, $7::text, $8::text, $1::text, $9::text, $10::text, $6::integer, version, $4::text, $11::text, $12::text,
      $2::timestamptz
    FROM moved
  ), counted AS (
    INSERT INTO workspace_counters AS c (workspace_id, events) SELECT workspace_id, 1 FROM moved
    ON CONFLICT (workspace_id) DO UPDATE SET events = c.events + 1
    RETURNING events
  )
  INSERT INTO messaging_events (
    workspace_id, sequence, xid, kind, resource_type, resource_id, guest_id, actor_kind, actor_id, resource_version,
    occurred_at
  )
  SELECT m.workspace_id, c.events, $13::text, $14::text, 'action', m.id, m.guest_id, $9::text, $10::text, m.version,
    $2::timestamptz
  FROM moved m CROSS JOIN counted c
  RETURNING sequence`
