/**
 * Counts of guest intelligence per venue, status and band of confidence, so that statistics read no record (PAR-067).
 * Triggers maintain them in the writing transaction, in the order of their keys, so that two deliveries cannot
 * deadlock. `property_id` is 0 for records without a venue, `band` is empty for guests without a member, and
 * `confidence` is the sum over the matched ones.
 */
const counts = (rows: string, sign: "" | "-") =>
  `SELECT organization_id, coalesce(property_id, 0) AS property_id, status, CASE
      WHEN member_id IS NULL THEN '' WHEN match_confidence < 0.5 THEN 'low' WHEN match_confidence < 0.8 THEN 'medium'
      ELSE 'high' END AS band,
    ${sign}1 AS records, CASE WHEN member_id IS NULL THEN 0 ELSE ${sign}match_confidence END AS confidence
  FROM ${rows}`

const add = (changes: string) => `
  INSERT INTO insight_counts AS c (organization_id, property_id, status, band, records, confidence)
    SELECT organization_id, property_id, status, band, sum(records), sum(confidence) FROM (${changes}) change
    GROUP BY 1, 2, 3, 4 HAVING sum(records) <> 0 OR sum(confidence) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT insight_counts_pkey
    DO UPDATE SET records = c.records + EXCLUDED.records, confidence = c.confidence + EXCLUDED.confidence`

const follow = (event: string, ...rows: ReadonlyArray<string>) =>
  `CREATE TRIGGER guest_intelligence_count_${event.toLowerCase()} AFTER ${event} ON guest_intelligence
    REFERENCING ${rows.map((each) => `${each === "added" ? "NEW" : "OLD"} TABLE AS ${each}`).join(" ")}
    FOR EACH STATEMENT EXECUTE FUNCTION count_guest_intelligence()`

/** Counts every record. */
export const countedInsight = add(counts("guest_intelligence", ""))

export const insightCounts: ReadonlyArray<string> = [
  `CREATE TABLE insight_counts (
    organization_id integer NOT NULL,
    property_id integer NOT NULL,
    status text NOT NULL,
    band text NOT NULL,
    records bigint NOT NULL,
    confidence numeric NOT NULL,
    CONSTRAINT insight_counts_pkey PRIMARY KEY (organization_id, property_id, status, band)
  ) WITH (fillfactor = 50)`,
  `CREATE FUNCTION count_guest_intelligence() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${add(counts("added", ""))};
      ELSIF TG_OP = 'DELETE' THEN ${add(counts("removed", "-"))};
      ELSE ${add(`${counts("added", "")} UNION ALL ${counts("removed", "-")}`)};
      END IF;
      RETURN NULL;
    END
  $$`,
  follow("INSERT", "added"),
  follow("UPDATE", "removed", "added"),
  follow("DELETE", "removed"),
  countedInsight,
  `DROP INDEX guest_intelligence_statistics`
]
