import { Pool, type PoolClient, type QueryResultRow, types } from "pg"
import type { BenchStatement } from "../statements/statementOf.ts"
import { move, observe } from "./metrics.ts"

// `int8`: sequences and versions stay below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** Sixteen connections, as many as the service; timeouts are the server's own. */
export const makeDatabase = (connectionString: string) => {
  const pool = new Pool({
    connectionString,
    max: 16,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "hub-peer"
  })

  /** Statements have names, so that each connection prepares them once. */
  const rows = async <Row extends QueryResultRow, Name extends string = string>(
    on: PoolClient | undefined,
    { bind, name, text }: BenchStatement<Name>,
    values: { readonly [name in NoInfer<Name>]: unknown }
  ): Promise<Array<Row>> => (await (on ?? pool).query<Row>({ name, text, values: bind(values) })).rows

  const atomically = async <A>(work: (client: PoolClient) => Promise<A>): Promise<A> => {
    const startedAt = performance.now()
    move("transactions in flight", 1)
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      observe("transaction wait", performance.now() - startedAt)
      const result = await work(client)
      await client.query("COMMIT")
      client.release()
      return result
    } catch (error) {
      await client.query("ROLLBACK").then(
        () => client.release(),
        (broken: Error) => client.release(broken)
      )
      throw error
    } finally {
      move("transactions in flight", -1)
    }
  }

  return { rows, atomically, close: () => pool.end() }
}

export type Database = ReturnType<typeof makeDatabase>
