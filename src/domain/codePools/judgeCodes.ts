/** The most characters of a code; beyond them a line is no code. */
export const mostCodeCharacters = 128

export type CodeRejection = "empty" | "too_long" | "not_printable"

/** A line of an upload that can be a code: its place, and its text without the white space around it. */
export interface CodeLine {
  readonly index: number
  readonly text: string
}

export interface JudgedCodes {
  /** Distinct, in the order of the lines. */
  readonly lines: ReadonlyArray<CodeLine>
  /** The places of lines with the text of an earlier line. */
  readonly repeated: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<{ readonly index: number; readonly reason: CodeRejection }>
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
  const seen = new Set<string>()
  const judged = { lines: new Array<CodeLine>(), repeated: new Array<number>(), rejected: new Array<Rejected>() }
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    const reason = rejectionOf(text)
    if (reason !== undefined) judged.rejected.push({ index, reason })
    else if (seen.has(text)) judged.repeated.push(index)
    else judged.lines.push({ index, text })
    seen.add(text)
  }
  return judged
}

type Rejected = JudgedCodes["rejected"][number]
