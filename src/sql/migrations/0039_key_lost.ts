/** Fails a transaction that completes an idempotency key after another attempt has taken the key over (PAR-122). */
export const keyLost: ReadonlyArray<string> = [
  `CREATE FUNCTION key_lost() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The idempotency key belongs to another attempt' USING ERRCODE = 'HK001';
    END
  $$`
]
