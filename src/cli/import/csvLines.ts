import * as NodeStream from "@effect/platform-node/NodeStream"
import type { CsvError } from "csv-parse"
import { Effect, Predicate, Stream } from "effect"
import { isDecoded, notDecoded } from "../../domain/imports/undecodable.ts"
import { notUtf8 } from "../readFile.ts"
import { Refused } from "../Refused.ts"

/**
 * Maximum size of a record in bytes, which bounds the memory that an unclosed quote takes. Far above the maximum length
 * of a line, so that an overlong record is refused by itself and the records after it are read.
 */
const maxRecordBytes = 1_048_576

interface CsvRow {
  /** Number of lines up to the end of the record, as counted by the parser. */
  readonly lines: number
  /** Number of empty lines among them. */
  readonly emptyLines: number
  readonly fields: ReadonlyArray<string>
}

const isRow = (
  row: unknown
): row is {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number; readonly empty_lines: number }
} =>
  Predicate.hasProperty(row, "record") &&
  Array.isArray(row.record) &&
  Predicate.hasProperty(row, "info") &&
  Predicate.hasProperty(row.info, "lines") &&
  Predicate.hasProperty(row.info, "empty_lines")

const unreadable = (file: string, error: unknown) =>
  new Refused({ message: `${file} is not CSV: ${error instanceof Error ? error.message : String(error)}` })

const textAfterQuote = "a closing quote is followed by text"

/**
 * Replaces the parser's messages, which count lines differently and report where a quote is missing instead of where it
 * was opened.
 */
const faults: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: textAfterQuote,
  CSV_MAX_RECORD_SIZE: `the record is longer than ${maxRecordBytes} bytes`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: textAfterQuote,
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  INVALID_OPENING_QUOTE: "a quote is inside a field without quotes"
}

/** The lines that are not UTF-8, noted before the parser encodes and decodes the text again. */
const makeUndecoded = () => {
  const lines: Array<number> = []
  let line = 1
  return {
    note: (chunk: string) => {
      for (const [index, part] of chunk.split("\n").entries()) {
        if (index > 0) line++
        if (!isDecoded(part) && lines.at(-1) !== line) lines.push(line)
      }
    },
    /** Whether there was one among the lines up to `last` since the previous call. */
    isUpTo: (last: number): boolean => {
      const next = lines.findIndex((one) => one > last)
      return lines.splice(0, next < 0 ? lines.length : next).length > 0
    }
  }
}

/**
 * Turns each record into a line of JSON: an object of its fields by column, or a string with the reason why it is
 * invalid.
 */
const makeWriter = (
  file: string,
  columns: ReadonlyArray<string>,
  { isUpTo }: Pick<ReturnType<typeof makeUndecoded>, "isUpTo">
) => {
  let header: ReadonlyArray<string> | undefined
  let written = 0
  let doubled = 0
  let empty = 0
  const row = ({ emptyLines, fields, lines }: CsvRow): Effect.Effect<string, Refused> => {
    // The parser counts a quoted CRLF as two lines.
    doubled += fields.reduce((count, field) => count + field.split("\r\n").length - 1, 0)
    const line = lines - doubled
    const padding = "\n".repeat(Math.max(0, line - 1 - written))
    written = line
    empty = emptyLines
    const isUndecoded = isUpTo(line)
    if (header === undefined) {
      if (isUndecoded) return notUtf8(file)
      header = fields.map((name) => name.trim())
      const unknown = header.filter((name) => !columns.includes(name))
      if (unknown.length > 0) {
        return new Refused({
          message: `${file} has unknown columns: ${unknown.join(", ")}. Known: ${columns.join(", ")}`
        })
      }
      const repeated = header.filter((name, index, names) => names.indexOf(name) !== index)
      if (repeated.length > 0) {
        return new Refused({ message: `${file} has a column more than once: ${[...new Set(repeated)].join(", ")}` })
      }
      return Effect.succeed(`${padding}\n`)
    }
    const names = header
    const json = isUndecoded
      ? notDecoded
      : fields.length === names.length
        ? Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]))
        : `${fields.length} fields instead of ${names.length}`
    return Effect.succeed(`${padding}${JSON.stringify(json)}\n`)
  }
  /** The line of the record at which the file stops being valid CSV. */
  const end = ({ code, empty_lines: emptyLines, message }: CsvError): string => {
    const skipped = typeof emptyLines === "number" ? emptyLines - empty : 0
    const reason = `the file is not valid CSV from here on: ${faults[code] ?? message}`
    return `${"\n".repeat(skipped)}${JSON.stringify(reason)}\n`
  }
  return { row, end }
}

/**
 * Converts a CSV file (RFC 4180, with a header) to lines of JSON that keep the line numbers of the file: a record of
 * several lines is preceded by blank lines. Ends with a reason at the first record that is not valid CSV.
 */
export const csvLines = <E, R>(file: string, columns: ReadonlyArray<string>, chunks: Stream.Stream<string, E, R>) =>
  Stream.unwrap(
    Effect.map(
      // Loads the parser only in commands that read CSV.
      Effect.promise(() => import("csv-parse")),
      ({ parse }) => {
        const undecoded = makeUndecoded()
        const write = makeWriter(file, columns, undecoded)
        let fault: CsvError | undefined
        return chunks.pipe(
          Stream.takeWhile(() => fault === undefined),
          Stream.tap((chunk) => Effect.sync(() => undecoded.note(chunk))),
          NodeStream.pipeThroughDuplex<unknown, Refused>({
            evaluate: () =>
              parse({
                bom: true,
                record_delimiter: ["\r\n", "\n"],
                info: true,
                relax_column_count: true,
                skip_empty_lines: true,
                trim: true,
                max_record_size: maxRecordBytes,
                // An error of the parser would discard the records that it has read but not emitted yet.
                skip_records_with_error: true,
                on_skip: (error) => void (fault ??= error),
                on_record: (record) => (fault === undefined ? record : null)
              }),
            onError: (error) => unreadable(file, error)
          }),
          Stream.mapEffect((row) =>
            isRow(row)
              ? write.row({ lines: row.info.lines, emptyLines: row.info.empty_lines, fields: row.record })
              : Effect.die(new Error("csv-parse returned no row"))
          ),
          Stream.concat(Stream.suspend(() => (fault === undefined ? Stream.empty : Stream.make(write.end(fault)))))
        )
      }
    )
  )
