/** Triggers `follow_member_links` when a row that links a member to an organization is inserted, deleted or moved. */
const followed = (table: string, parts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const changes = parts.map((part) => `OLD.${part} IS DISTINCT FROM NEW.${part}`).join(" OR ")
  const trigger = (name: string, event: string, when: string) =>
    `CREATE CONSTRAINT TRIGGER ${table}_${name} AFTER ${event} ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION follow_member_links()`
  return [
    trigger("link_member", "INSERT", "NEW.member_id IS NOT NULL"),
    trigger("change_member_link", `UPDATE OF ${parts.join(", ")}`, changes),
    trigger("unlink_member", "DELETE", "OLD.member_id IS NOT NULL")
  ]
}

/** The first key of the advisory locks that guard links. */
const linkLocks = 16

/** The rows that link a member to an organization, with the venue if they have one. */
const links = (condition: string) => `
  SELECT member_id, organization_id, NULL::integer AS property_id FROM enrolments ${condition}
  UNION ALL SELECT member_id, organization_id, property_id FROM reservations ${condition}
  UNION ALL SELECT member_id, organization_id, property_id FROM fulfillments ${condition}
  UNION ALL SELECT member_id, organization_id, property_id FROM guest_invites ${condition}`

/**
 * Members as partners list them. `member_links` holds, in list order, the members that belong to the platform (0, 0),
 * an organization (id, 0) or a venue (id, id) by an enrolment, a stay, a claim or an invite; the rows of
 * `member_counts` add up to the number of members of each. Triggers maintain both at the end of the writing
 * transaction. Another link of a member who is linked already, as from nearly every claim, writes nothing. A
 * merged-away account has no links.
 */
export const partnerMembers: ReadonlyArray<string> = [
  `ALTER TABLE members
    ADD COLUMN updated_at timestamptz,
    ADD COLUMN search_name text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name) || chr(10) || lower(xid)) STORED,
    ADD COLUMN search_contact text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (fold_text(email) || chr(10) || coalesce(fold_text(phone), '')) STORED`,
  `UPDATE members SET updated_at = greatest(created_at, closed_at)`,
  `ALTER TABLE members ALTER COLUMN updated_at SET NOT NULL, ALTER COLUMN updated_at SET DEFAULT now()`,
  `CREATE INDEX members_by_name_part ON members USING gin (search_name gin_trgm_ops)`,
  `CREATE INDEX members_by_contact_part ON members USING gin (search_contact gin_trgm_ops)`,
  `CREATE INDEX members_by_email ON members (fold_text(email))`,
  `CREATE INDEX members_by_change ON members (updated_at)`,
  `CREATE INDEX enrolments_by_tier ON enrolments (tier_id, member_id) WHERE status = 'active'`,
  `CREATE TABLE member_links (
    organization_id integer NOT NULL,
    property_id integer NOT NULL,
    member_xid text COLLATE "C" NOT NULL,
    member_id integer NOT NULL REFERENCES members,
    CONSTRAINT member_links_pkey PRIMARY KEY (organization_id, property_id, member_xid) INCLUDE (member_id)
  )`,
  `CREATE INDEX member_links_by_member ON member_links (member_id, organization_id, property_id)`,
  `CREATE TABLE member_counts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id integer NOT NULL,
    property_id integer NOT NULL,
    members integer NOT NULL
  )`,
  `CREATE INDEX member_counts_by_scope ON member_counts (organization_id, property_id) INCLUDE (members)`,
  // Rows are inserted, never updated, so that no transaction waits; every 64th insert compacts those before it.
  `CREATE FUNCTION count_members(of_organization integer, of_property integer, change integer) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      latest bigint;
    BEGIN
      INSERT INTO member_counts (organization_id, property_id, members)
        VALUES (of_organization, of_property, change) RETURNING id INTO latest;
      IF latest % 64 = 0 THEN
        WITH summed AS (
          DELETE FROM member_counts WHERE id = ANY(ARRAY(
            SELECT c.id FROM member_counts c
            WHERE c.id > CASE WHEN latest % 65536 = 0 THEN 0 ELSE latest - 1024 END
            FOR UPDATE SKIP LOCKED
          )) RETURNING organization_id, property_id, members
        )
        INSERT INTO member_counts (organization_id, property_id, members)
          SELECT organization_id, property_id, sum(members) FROM summed
          GROUP BY organization_id, property_id HAVING sum(members) <> 0;
      END IF;
    END
  $$`,
  // Linking takes a shared lock; unlinking takes it exclusively and so waits for links in progress and sees them. One
  // lock covers many members, so that a transaction that links many does not exhaust the lock table.
  `CREATE FUNCTION link_member(of_member integer, of_organization integer, of_property integer) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      scope record;
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${linkLocks}, of_member % 64);
      IF EXISTS (
        SELECT FROM member_links l
        WHERE l.member_id = of_member AND l.organization_id = of_organization
          AND l.property_id = coalesce(of_property, 0)
      ) THEN
        RETURN;
      END IF;
      FOR scope IN
        INSERT INTO member_links (organization_id, property_id, member_xid, member_id)
          SELECT s.organization_id, s.property_id, m.xid, m.id
          FROM members m
          CROSS JOIN (VALUES (0, 0), (of_organization, 0), (of_organization, of_property)) s (organization_id, property_id)
          WHERE m.id = of_member AND m.merged_into IS NULL AND s.property_id IS NOT NULL
          ORDER BY s.organization_id, s.property_id
        ON CONFLICT DO NOTHING
        RETURNING organization_id, property_id
      LOOP
        PERFORM count_members(scope.organization_id, scope.property_id, 1);
      END LOOP;
    END
  $$`,
  `CREATE FUNCTION unlink_member(of_member integer, of_organization integer, of_property integer) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      scope record;
    BEGIN
      PERFORM pg_advisory_xact_lock(${linkLocks}, of_member % 64);
      FOR scope IN
        DELETE FROM member_links l
        WHERE l.member_id = of_member AND l.organization_id IN (0, of_organization)
          AND l.property_id IN (0, of_property) AND NOT EXISTS (
            SELECT FROM (${links("WHERE member_id = of_member")}) link
            WHERE l.organization_id IN (0, link.organization_id) AND l.property_id IN (0, link.property_id)
          )
        RETURNING l.organization_id, l.property_id
      LOOP
        PERFORM count_members(scope.organization_id, scope.property_id, -1);
      END LOOP;
    END
  $$`,
  `CREATE FUNCTION follow_member_links() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before integer;
      after integer;
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.member_id IS NOT NULL THEN
        IF TG_TABLE_NAME <> 'enrolments' THEN before := OLD.property_id; END IF;
        PERFORM unlink_member(OLD.member_id, OLD.organization_id, before);
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.member_id IS NOT NULL THEN
        IF TG_TABLE_NAME <> 'enrolments' THEN after := NEW.property_id; END IF;
        PERFORM link_member(NEW.member_id, NEW.organization_id, after);
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE FUNCTION unlink_merged_member() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      scope record;
    BEGIN
      PERFORM pg_advisory_xact_lock(${linkLocks}, NEW.id % 64);
      FOR scope IN DELETE FROM member_links WHERE member_id = NEW.id RETURNING organization_id, property_id LOOP
        PERFORM count_members(scope.organization_id, scope.property_id, -1);
      END LOOP;
      RETURN NULL;
    END
  $$`,
  `INSERT INTO member_links (organization_id, property_id, member_xid, member_id)
    SELECT DISTINCT s.organization_id, s.property_id, m.xid, m.id
    FROM (${links("")}) link
    JOIN members m ON m.id = link.member_id AND m.merged_into IS NULL
    CROSS JOIN LATERAL (
      VALUES (0, 0), (link.organization_id, 0), (link.organization_id, link.property_id)
    ) s (organization_id, property_id)
    WHERE s.property_id IS NOT NULL`,
  `INSERT INTO member_counts (organization_id, property_id, members)
    SELECT organization_id, property_id, count(*) FROM member_links GROUP BY organization_id, property_id`,
  ...followed("enrolments", ["member_id", "organization_id"]),
  ...["reservations", "fulfillments", "guest_invites"].flatMap((table) =>
    followed(table, ["member_id", "organization_id", "property_id"])
  ),
  `CREATE CONSTRAINT TRIGGER members_unlink_merged AFTER UPDATE OF merged_into ON members
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL)
    EXECUTE FUNCTION unlink_merged_member()`
]
