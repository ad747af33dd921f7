import pg, { type PoolClient, type QueryResultRow } from "pg"

const { Pool, types } = pg

// `int8`: sequences and versions stay below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** A statement with a name, so that a connection prepares it once. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export const statement = (name: string, text: string): Statement => ({ name, text })

/** Ten connections, as the service has; timeouts are the server's own. */
export const makeDatabase = (connectionString: string) => {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "hub-peer"
  })

  const rows = async <Row extends QueryResultRow>(
    on: PoolClient | undefined,
    { name, text }: Statement,
    values: Array<unknown>
  ): Promise<Array<Row>> => (await (on ?? pool).query<Row>({ name, text, values })).rows

  const atomically = async <A>(work: (client: PoolClient) => Promise<A>): Promise<A> => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
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
    }
  }

  return { rows, atomically, close: () => pool.end() }
}

export type Database = ReturnType<typeof makeDatabase>
