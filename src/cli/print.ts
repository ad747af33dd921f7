import { Console } from "effect"

/** The answer of a verb to a program. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))

/** Rows under each other in columns; the last column is as wide as it likes. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows.reduce<ReadonlyArray<number>>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    []
  )
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join("  ")
    )
    .join("\n")
}
