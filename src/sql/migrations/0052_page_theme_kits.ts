/** The theme kits of a page: of its draft and of its latest published version, each once. */
const applied = (group: string) => `
      SELECT d.theme ->> 'themeKitId' AS kit FROM page_versions d
      WHERE d.organization_id = ${group}.organization_id AND d.page_group_id = ${group}.page_group_id AND d.published_at IS NULL
      UNION
      (
        SELECT p.theme ->> 'themeKitId' FROM page_versions p
        WHERE p.organization_id = ${group}.organization_id AND p.page_group_id = ${group}.page_group_id
          AND p.published_at IS NOT NULL
        ORDER BY p.number DESC LIMIT 1
      )`

/** The uses of all pages, read from their versions. */
const actual = `SELECT g.organization_id, applied.kit, g.page_group_id
    FROM (SELECT organization_id, id AS page_group_id FROM page_groups) g CROSS JOIN LATERAL (${applied("g")}
    ) applied
    WHERE applied.kit IS NOT NULL`

const stored = "SELECT organization_id, kit, page_group_id FROM page_theme_kits"

const fill = `INSERT INTO page_theme_kits (organization_id, kit, page_group_id)
    ${actual}`

/** The table of uses, with statements that fill it again, and one that selects what differs from the versions. */
export const themeKitUses = {
  counts: "page_theme_kits",
  recount: ["DELETE FROM page_theme_kits", fill],
  difference: `((${stored}) EXCEPT (${actual})) UNION ALL ((${actual}) EXCEPT (${stored}))`
}

const kitOf = (row: string) => `${row}.theme ->> 'themeKitId'`

const trigger = (name: string, event: string, when: string) =>
  `CREATE TRIGGER page_versions_kits_${name} AFTER ${event} ON page_versions
    FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION follow_page_theme_kits()`

/**
 * The theme kits that pages use, by external id (PAR-110), so that neither a list of kits nor the removal of one reads
 * the versions of every page. Whoever writes versions of a page holds its lock.
 */
export const pageThemeKits: ReadonlyArray<string> = [
  `CREATE TABLE page_theme_kits (
    organization_id integer NOT NULL,
    kit text COLLATE "C" NOT NULL,
    page_group_id integer NOT NULL,
    PRIMARY KEY (organization_id, kit, page_group_id),
    CONSTRAINT page_theme_kits_page_group_fkey FOREIGN KEY (organization_id, page_group_id)
      REFERENCES page_groups (organization_id, id)
  )`,
  `CREATE INDEX page_theme_kits_by_group ON page_theme_kits (page_group_id)`,
  `CREATE FUNCTION follow_page_theme_kits() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE version page_versions;
    BEGIN
      version := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      DELETE FROM page_theme_kits u
        WHERE u.organization_id = version.organization_id AND u.page_group_id = version.page_group_id;
      INSERT INTO page_theme_kits (organization_id, kit, page_group_id)
        SELECT version.organization_id, applied.kit, version.page_group_id FROM (${applied("version")}
        ) applied WHERE applied.kit IS NOT NULL;
      RETURN NULL;
    END
  $$`,
  // A draft without a kit leaves the uses of its page as they are.
  trigger("added", "INSERT", `NEW.published_at IS NOT NULL OR ${kitOf("NEW")} IS NOT NULL`),
  trigger(
    "changed",
    "UPDATE OF theme, published_at",
    `(${kitOf("OLD")}, OLD.published_at) IS DISTINCT FROM (${kitOf("NEW")}, NEW.published_at)`
  ),
  trigger("removed", "DELETE", `${kitOf("OLD")} IS NOT NULL`),
  // Last, since the triggers lock the table: what other processes wrote before is committed, and is included.
  fill
]
