/**
 * Stock of code pools (DOMAIN 8.3). The rows of `offer_code_counts` add up to the number of codes of a pool in each
 * status; triggers maintain them in the writing transaction. Rows are inserted, never updated, so that no claim waits
 * for another; a tally of the pool compacts them.
 */
export const codePools: ReadonlyArray<string> = [
  `ALTER TABLE offer_code_pools ADD COLUMN low_stock_since timestamptz`,
  `CREATE TABLE offer_code_counts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    pool_id integer NOT NULL,
    status text NOT NULL,
    codes integer NOT NULL
  )`,
  `CREATE INDEX offer_code_counts_by_pool ON offer_code_counts (pool_id, status) INCLUDE (codes)`,
  `CREATE FUNCTION count_offer_codes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO offer_code_counts (pool_id, status, codes)
          SELECT pool_id, status, count(*) FROM added GROUP BY pool_id, status;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO offer_code_counts (pool_id, status, codes)
          SELECT pool_id, status, -count(*) FROM removed GROUP BY pool_id, status;
      ELSE
        INSERT INTO offer_code_counts (pool_id, status, codes)
          SELECT pool_id, status, sum(codes) FROM (
            SELECT pool_id, status, 1 AS codes FROM added UNION ALL SELECT pool_id, status, -1 FROM removed
          ) change
          GROUP BY pool_id, status HAVING sum(codes) <> 0;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER offer_codes_count_added AFTER INSERT ON offer_codes
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_offer_codes()`,
  `CREATE TRIGGER offer_codes_count_changed AFTER UPDATE ON offer_codes
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_offer_codes()`,
  `CREATE TRIGGER offer_codes_count_removed AFTER DELETE ON offer_codes
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_offer_codes()`,
  `INSERT INTO offer_code_counts (pool_id, status, codes)
    SELECT pool_id, status, count(*) FROM offer_codes GROUP BY pool_id, status`
]
