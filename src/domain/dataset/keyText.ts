/**
 * A primary key as one text, from its values in the order of the table's `key`. Several values are a JSON array,
 * because joined texts of different keys could be equal.
 */
export const keyText = (...values: readonly [unknown, ...ReadonlyArray<unknown>]): string =>
  values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
