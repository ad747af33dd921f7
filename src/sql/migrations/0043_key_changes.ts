const announce = (event: string, condition = "") =>
  `CREATE TRIGGER api_keys_announce_${event.toLowerCase()} AFTER ${event} ON api_keys
    FOR EACH ROW ${condition} EXECUTE FUNCTION announce_api_key()`

/**
 * Announces every change of an API key to all processes when its transaction commits, whoever makes it, so that none
 * decides by what it has cached (PAR-100). The payload is the hash of the secret. Uses of a key are no change.
 */
export const keyChanges: ReadonlyArray<string> = [
  `CREATE FUNCTION announce_api_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('hub_api_keys', OLD.secret_hash); END IF;
      IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('hub_api_keys', NEW.secret_hash); END IF;
      RETURN NULL;
    END
  $$`,
  announce("INSERT"),
  announce("UPDATE", "WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')"),
  announce("DELETE")
]
