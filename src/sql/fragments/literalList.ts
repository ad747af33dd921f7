/** Statuses as an SQL list: literals, because partial indexes cover them and cannot match a parameter. */
export const literalList = (statuses: ReadonlyArray<string>): string =>
  `(${statuses.map((status) => `'${status}'`).join(", ")})`
