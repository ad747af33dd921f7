/**
 * Tables of the job cluster: its processes, and due or finished runs. As created by the migrations of `effect/cluster`,
 * except that timestamps have a time zone: a server in local time would repeat an hour.
 */
export const cluster: ReadonlyArray<string> = [
  `CREATE TABLE cluster_runners (
    machine_id serial PRIMARY KEY,
    address varchar(255) NOT NULL UNIQUE,
    runner text NOT NULL,
    healthy boolean NOT NULL DEFAULT true,
    last_heartbeat timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE cluster_locks (
    shard_id varchar(50) PRIMARY KEY,
    address varchar(255) NOT NULL,
    acquired_at timestamptz NOT NULL
  )`,
  `CREATE TABLE cluster_messages (
    id bigint PRIMARY KEY,
    rowid bigserial,
    message_id varchar(255) UNIQUE,
    shard_id varchar(50) NOT NULL,
    entity_type varchar(150) NOT NULL,
    entity_id varchar(255) NOT NULL,
    kind integer NOT NULL,
    tag varchar(50),
    payload text,
    headers text,
    trace_id varchar(32),
    span_id varchar(16),
    sampled boolean,
    processed boolean NOT NULL DEFAULT false,
    request_id bigint NOT NULL,
    reply_id bigint,
    last_reply_id bigint,
    last_read timestamptz,
    deliver_at bigint
  )`,
  `CREATE INDEX cluster_messages_shard_idx ON cluster_messages (shard_id, processed, last_read, deliver_at)`,
  `CREATE INDEX cluster_messages_request_id_idx ON cluster_messages (request_id)`,
  `CREATE INDEX cluster_messages_rowid_idx ON cluster_messages (rowid)`,
  `CREATE TABLE cluster_replies (
    id bigint PRIMARY KEY,
    rowid bigserial,
    kind integer,
    request_id bigint NOT NULL,
    payload text NOT NULL,
    sequence integer,
    acked boolean NOT NULL DEFAULT false,
    UNIQUE (request_id, kind),
    UNIQUE (request_id, sequence)
  )`,
  `CREATE INDEX cluster_replies_request_lookup_idx ON cluster_replies (request_id, kind, acked)`
]
