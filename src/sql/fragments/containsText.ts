import type { SqlClient, Statement } from "effect/sql"
import { foldText } from "../../domain/shared/foldText.ts"
import { literalText } from "./literalText.ts"

/**
 * The LIKE pattern of folded texts that contain `part`; null, which matches nothing, if `part` consists of accents
 * only.
 */
export const partOf = (part: string): string | null => {
  const needle = foldText(part)
  return needle === "" ? null : `%${literalText(needle)}%`
}

/**
 * The condition that a text contains `part`, ignoring case and accents; twin of the domain's `containsText`. Trigram
 * indexes on `fold_text(...)` serve it from three letters on.
 */
export const containsText = (sql: SqlClient.SqlClient, text: string, part: string): Statement.Fragment =>
  sql`fold_text(${sql.literal(text)}) LIKE ${partOf(part)}`
