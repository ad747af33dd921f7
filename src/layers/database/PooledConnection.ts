import { Schema } from "effect"

/**
 * The connection does not keep one PostgreSQL session with its settings, for example behind a pooler in transaction
 * mode. Prepared statements, LISTEN and the settings that guard transactions need one.
 */
export class PooledConnection extends Schema.TaggedError<PooledConnection>()("PooledConnection", {}) {
  override get message() {
    return (
      "DATABASE_URL leads through a connection pooler, which drops session settings or changes sessions between " +
      "statements.\nConnect to PostgreSQL itself: the service keeps a pool of its own (HUB_DATABASE_POOL)."
    )
  }
}
