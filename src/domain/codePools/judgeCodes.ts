/** The most characters of a code; beyond them a line is no code. */
export const mostCodeCharacters = 128

type CodeRejection = "empty" | "too_long" | "not_printable"

/** A line of an upload that can be a code: its place, and its text without the white space around it. */
export interface CodeLine {
  readonly index: number
  readonly text: string
}

/** A line that is no code. */
interface RejectedLine {
  readonly index: number
  readonly reason: CodeRejection
}

interface JudgedCodes {
  /** Distinct, in the order of the lines. */
  readonly lines: ReadonlyArray<CodeLine>
  /** The places of lines with the text of an earlier line. */
  readonly repeated: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<RejectedLine>
}

const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

const rejectionOf = (text: string): CodeRejection | undefined => {
  if (text === "") return "empty"
  if (unprintable.test(text)) return "not_printable"
  return Array.from(text).length > mostCodeCharacters ? "too_long" : undefined
}

/**
 * Sorts the lines of an upload: white space around a code is none of it, upper and lower case are different codes, and
 * of equal lines the first counts. A code is 1 to 128 printable characters.
 */
export const judgeCodes = (lines: ReadonlyArray<string>): JudgedCodes => {
  const codes = new Map<string, CodeLine>()
  const repeated: Array<number> = []
  const rejected: Array<RejectedLine> = []
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    const reason = rejectionOf(text)
    if (reason !== undefined) rejected.push({ index, reason })
    else if (codes.has(text)) repeated.push(index)
    else codes.set(text, { index, text })
  }
  return { lines: [...codes.values()], repeated, rejected }
}
