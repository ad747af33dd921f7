const fields = (part: string, names: ReadonlyArray<string>) =>
  [
    `'{'`,
    names.map((name) => `'"${name}":' || (h.result->'${part}'->'${name}')::text`).join(" || ',' || "),
    `'}'`
  ].join(" || ")

const transition = ["actionId", "type", "fromState", "toState", "expectedVersion", "occurredAt", "evidenceRecorded"]
const receipt = ["id", "idempotencyKey", "requestId", "recordedAt"]

/** The text of a transition's response as it was sent. */
const hubBody = [
  `'{"transition":'`,
  fields("transition", transition),
  `',"receipt":'`,
  fields("receipt", receipt),
  `'}'`
].join(" || ")

/**
 * One table of idempotency keys for all surfaces (DOMAIN 10). Rows of the three former tables are migrated, so that a
 * retry across the upgrade gets a byte-identical response: bodies of the Partner API stay as they were; those of the
 * hub API are rebuilt in field order, which `jsonb` does not keep; those of the member API are already sealed.
 */
export const idempotencyKeys: ReadonlyArray<string> = [
  `CREATE TABLE idempotency_keys (
    namespace text COLLATE "C" NOT NULL
      CHECK (namespace IN ('hub', 'partner', 'member', 'operator', 'assistant', 'invite')),
    tenant text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    owner_token text NOT NULL,
    lease_until timestamptz NOT NULL,
    status integer,
    headers jsonb,
    body text,
    sealed_for text,
    venue_ids integer[],
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (namespace, tenant, key),
    CONSTRAINT idempotency_keys_answer CHECK (status IS NOT NULL OR body IS NULL)
  )`,
  `CREATE INDEX idempotency_keys_by_end ON idempotency_keys (expires_at)`,
  `INSERT INTO idempotency_keys (
    namespace, tenant, key, fingerprint, owner_token, lease_until, status, body, created_at, expires_at
  )
  SELECT 'hub', h.organization_id || ' ' || h.principal_kind || ' ' || h.principal_id, h.key, h.fingerprint, 'migrated',
    h.created_at, 200, coalesce(${hubBody}, h.result::text), h.created_at, h.expires_at
  FROM hub_idempotency h WHERE h.result IS NOT NULL`,
  `INSERT INTO idempotency_keys (
    namespace, tenant, key, fingerprint, owner_token, lease_until, status, body, venue_ids, created_at, expires_at
  )
  SELECT 'partner', p.tenant, p.key, p.fingerprint, p.owner_token, p.lease_until, p.status, p.body, p.venue_ids,
    p.created_at, p.expires_at
  FROM partner_idempotency p`,
  `INSERT INTO idempotency_keys (
    namespace, tenant, key, fingerprint, owner_token, lease_until, status, body, sealed_for, created_at, expires_at
  )
  SELECT 'member', m.member_id::text, m.key, m.fingerprint, 'migrated', m.created_at, m.status, m.body, 'claim answer',
    m.created_at, m.expires_at
  FROM member_idempotency m WHERE m.body IS NOT NULL`,
  `DROP TABLE hub_idempotency, partner_idempotency, member_idempotency`
]
