import { countedTables } from "./0048_list_counts.ts"

/** One in so many changes of a count compacts it. */
const changesPerSum = 16

/**
 * A transaction compacts each table of counts at most once. One that changes thousands of rows compacted again and
 * again before, and each time read past all that it had deleted.
 */
export const countsSummedOnce: ReadonlyArray<string> = countedTables.map(({ by, counts: [counts, rows] }) => {
  const columns = Object.keys(by)
  const stored = columns.join(", ")
  const changed = columns.map((column) => `of_${column}`).join(", ")
  const parameters = Object.entries(by).map(([column, type]) => `of_${column} ${type}`)
  const summed = `hub.summed_${counts}`
  return `CREATE OR REPLACE FUNCTION add_to_${counts}(${parameters.join(", ")}, change integer)
    RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ${counts} (${stored}, ${rows}) VALUES (${changed}, change);
        -- After the transaction in which it was set, a setting is the empty string.
        IF random() * ${changesPerSum} < 1 AND current_setting('${summed}', true) IS DISTINCT FROM 'yes' THEN
          PERFORM set_config('${summed}', 'yes', true);
          WITH summed AS (
            DELETE FROM ${counts} WHERE id = ANY(ARRAY(
              SELECT c.id FROM ${counts} c WHERE (${columns.map((column) => `c.${column}`).join(", ")}) = (${changed})
              FOR UPDATE SKIP LOCKED
            )) RETURNING ${rows}
          )
          INSERT INTO ${counts} (${stored}, ${rows})
            SELECT ${changed}, sum(${rows}) FROM summed HAVING sum(${rows}) <> 0;
        END IF;
      END
    $$`
})
