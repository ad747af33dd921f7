import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Predicate, Stream } from "effect"
import { Refused } from "../Refused.ts"

/** Maximum size of a record in bytes; bounds the memory taken by an unclosed quote. */
const maxRecordBytes = 65_536

interface CsvRow {
  /** Number of lines up to the end of the record, as counted by the parser. */
  readonly lines: number
  readonly fields: ReadonlyArray<string>
}

const isRow = (row: unknown): row is { readonly record: ReadonlyArray<string>; readonly info: { lines: number } } =>
  Predicate.hasProperty(row, "record") &&
  Array.isArray(row.record) &&
  Predicate.hasProperty(row, "info") &&
  Predicate.hasProperty(row.info, "lines")

const unreadable = (file: string, error: unknown) =>
  new Refused({ message: `${file} is not CSV: ${error instanceof Error ? error.message : String(error)}` })

/**
 * Turns each record into a line of JSON: an object of its fields by column, or a string with the reason why it is
 * invalid.
 */
const makeWriter = (file: string, columns: ReadonlyArray<string>) => {
  let header: ReadonlyArray<string> | undefined
  let written = 0
  let doubled = 0
  return ({ fields, lines }: CsvRow): Effect.Effect<string, Refused> => {
    // The parser counts a quoted CRLF as two lines.
    doubled += fields.reduce((count, field) => count + field.split("\r\n").length - 1, 0)
    const line = lines - doubled
    const padding = "\n".repeat(Math.max(0, line - 1 - written))
    written = line
    if (header === undefined) {
      header = fields.map((name) => name.trim())
      const unknown = header.filter((name) => !columns.includes(name))
      if (unknown.length > 0) {
        return new Refused({
          message: `${file} has unknown columns: ${unknown.join(", ")}. Known: ${columns.join(", ")}`
        })
      }
      return Effect.succeed(`${padding}\n`)
    }
    const names = header
    const json =
      fields.length === names.length
        ? Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]))
        : `${fields.length} fields instead of ${names.length}`
    return Effect.succeed(`${padding}${JSON.stringify(json)}\n`)
  }
}

/**
 * Converts a CSV file (RFC 4180, with a header) to lines of JSON that keep the line numbers of the file: a record of
 * several lines is preceded by blank lines. Fails at the first position that is not valid CSV.
 */
export const csvLines = <E, R>(file: string, columns: ReadonlyArray<string>, chunks: Stream.Stream<string, E, R>) =>
  Stream.unwrap(
    Effect.map(
      // Loads the parser only in commands that read CSV.
      Effect.promise(() => import("csv-parse")),
      ({ parse }) => {
        const write = makeWriter(file, columns)
        return chunks.pipe(
          NodeStream.pipeThroughDuplex<unknown, Refused>({
            evaluate: () =>
              parse({
                bom: true,
                record_delimiter: ["\r\n", "\n"],
                info: true,
                relax_column_count: true,
                skip_empty_lines: true,
                trim: true,
                max_record_size: maxRecordBytes
              }),
            onError: (error) => unreadable(file, error)
          }),
          Stream.mapEffect((row) =>
            isRow(row)
              ? write({ lines: row.info.lines, fields: row.record })
              : Effect.die(new Error("csv-parse returned no row"))
          )
        )
      }
    )
  )
