import { HashMap, Option } from "effect"

/** Part of the row with this id; null for a null id or a missing row, as in a left join. */
export const lookUp = <Row, A>(
  table: HashMap.HashMap<string, Row>,
  id: number | string | null,
  part: (row: Row) => A
): A | null => (id === null ? null : Option.getOrNull(Option.map(HashMap.get(table, String(id)), part)))
