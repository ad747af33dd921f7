import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { selectBrands } from "../statements.ts"

const last = (values: ReadonlyArray<object>) => values.slice(0, -1)

/** From a request to the value that answers it. */
export const routes =
  (sql: SqlClient.SqlClient) =>
  (url: string, _body: string): Effect.Effect<unknown, SqlError.SqlError> => {
    const path = url.split("?", 1)[0]
    switch (path) {
      case "/api/external/v1/brands":
        return Effect.map(sql.unsafe(selectBrands, [4, 26]), (rows) => ({ items: last(rows), nextCursor: "none" }))
      default:
        return Effect.succeed({})
    }
  }
