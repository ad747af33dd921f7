interface Counted {
  readonly table: string
  /** The table of the counts, and its column that adds up to the number of rows. */
  readonly counts: readonly [table: string, rows: string]
  /** The columns by which rows are counted. */
  readonly by: Readonly<Record<string, "integer" | "text">>
  /** Which rows are counted; of what this says, `of` are the columns. */
  readonly only?: { readonly of: string; readonly is: string }
}

const columnsOf = ({ by }: Counted) => Object.keys(by).join(", ")

const isCounted = ({ only }: Counted, row: string) => (only === undefined ? "true" : `${row}.${only.of} ${only.is}`)

/** The counts of every row of the table. */
const actual = (counted: Counted) =>
  `SELECT ${columnsOf(counted)}, count(*) FROM ${counted.table} r WHERE ${isCounted(counted, "r")}
    GROUP BY ${columnsOf(counted)}`

/** Counts every row of the table. */
const recount = (counted: Counted) => {
  const [counts, rows] = counted.counts
  return `INSERT INTO ${counts} (${columnsOf(counted)}, ${rows})
    ${actual(counted)}`
}

/** One in so many changes of a count compacts it. */
const changesPerSum = 16

/**
 * A table whose rows add up to the number of rows of another one. Triggers add a row for each change in the writing
 * transaction. Rows are inserted, never updated, so that no transaction waits; now and then one compacts those before it
 * of the same kind.
 */
const counting = (counted: Counted): ReadonlyArray<string> => {
  const { by, only, table } = counted
  const [counts, rows] = counted.counts
  const columns = Object.keys(by)
  const types = Object.entries(by)
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(", ")
  const given = columns.map((column) => `of_${column}`).join(", ")
  const facts = (row: string) => `ROW (${of(row)}, ${isCounted(counted, row)})`
  const sources = new Set([...columns, ...(only === undefined ? [] : [only.of])])
  const trigger = (name: string, event: string, when: string) =>
    `CREATE TRIGGER ${table}_count_${name} AFTER ${event} ON ${table}
      FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION follow_${counts}()`
  return [
    `CREATE TABLE ${counts} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      ${types.map(([column, type]) => `${column} ${type} NOT NULL,`).join(" ")}
      ${rows} integer NOT NULL
    )`,
    `CREATE INDEX ${counts}_in_order ON ${counts} (${columnsOf(counted)}) INCLUDE (${rows})`,
    `CREATE FUNCTION add_to_${counts}(${types.map(([column, type]) => `of_${column} ${type}`).join(", ")}, change integer)
    RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ${counts} (${columnsOf(counted)}, ${rows}) VALUES (${given}, change);
        IF random() * ${changesPerSum} < 1 THEN
          WITH summed AS (
            DELETE FROM ${counts} WHERE id = ANY(ARRAY(
              SELECT c.id FROM ${counts} c WHERE (${of("c")}) = (${given}) FOR UPDATE SKIP LOCKED
            )) RETURNING ${rows}
          )
          INSERT INTO ${counts} (${columnsOf(counted)}, ${rows})
            SELECT ${given}, sum(${rows}) FROM summed HAVING sum(${rows}) <> 0;
        END IF;
      END
    $$`,
    `CREATE FUNCTION follow_${counts}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' AND ${isCounted(counted, "OLD")} THEN PERFORM add_to_${counts}(${of("OLD")}, -1); END IF;
        IF TG_OP <> 'DELETE' AND ${isCounted(counted, "NEW")} THEN PERFORM add_to_${counts}(${of("NEW")}, 1); END IF;
        RETURN NULL;
      END
    $$`,
    trigger("added", "INSERT", isCounted(counted, "NEW")),
    trigger("changed", `UPDATE OF ${[...sources].join(", ")}`, `${facts("OLD")} IS DISTINCT FROM ${facts("NEW")}`),
    trigger("removed", "DELETE", isCounted(counted, "OLD")),
    // Last, since the triggers lock the table: what other processes wrote before is committed, and is counted.
    recount(counted)
  ]
}

const claims: Counted = {
  table: "fulfillments",
  counts: ["fulfillment_counts", "claims"],
  by: { organization_id: "integer", property_id: "integer", offer_id: "integer", status: "text" },
  only: { of: "property_id", is: "IS NOT NULL" }
}

const invites: Counted = {
  table: "guest_invites",
  counts: ["guest_invite_counts", "invites"],
  by: { organization_id: "integer", property_id: "integer", status: "text" }
}

const members: Counted = {
  table: "enrolments",
  counts: ["enrolment_counts", "members"],
  by: { organization_id: "integer", tier_id: "integer" },
  only: { of: "status", is: "= 'active'" }
}

/** Rows that the counts have and the table has not, or the other way round. */
const difference = (counted: Counted) => {
  const [counts, rows] = counted.counts
  const columns = columnsOf(counted)
  const stored = `SELECT ${columns}, sum(${rows}) FROM ${counts} GROUP BY ${columns} HAVING sum(${rows}) <> 0`
  return `((${stored}) EXCEPT (${actual(counted)})) UNION ALL ((${actual(counted)}) EXCEPT (${stored}))`
}

export const countedTables: ReadonlyArray<Counted> = [claims, invites, members]

/** The tables of counts, with statements that count again, and one that selects what does not add up. */
export const countedLists = countedTables.map((counted) => ({
  counts: counted.counts[0],
  recount: [`DELETE FROM ${counted.counts[0]}`, recount(counted)],
  difference: difference(counted)
}))

/**
 * Counts from which lists know their totals, however many rows there are: claims as desks see them (PAR-022), invites,
 * and the members of each tier (PAR-041).
 */
export const listCounts: ReadonlyArray<string> = [
  ...countedTables.flatMap(counting),
  // Most invites end by time, and nothing stores that: those that have not are found here.
  `CREATE INDEX guest_invites_not_ended ON guest_invites (organization_id, expires_at) INCLUDE (property_id, status)
    WHERE status IN ('pending', 'sent', 'failed')`
]
