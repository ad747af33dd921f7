import { HashMap, Option } from "effect"

/** A part of the row with this number in an in-memory table; null when there is no number or no such row, as a left join. */
export const lookUp = <Row, A>(
  table: HashMap.HashMap<string, Row>,
  id: number | null,
  part: (row: Row) => A
): A | null => (id === null ? null : Option.getOrNull(Option.map(HashMap.get(table, String(id)), part)))
