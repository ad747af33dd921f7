/** Maximum length of a code. */
export const maxCodeCharacters = 128

type CodeRejection = "empty" | "too_long" | "not_printable"

/** A valid line of an upload: its index and its trimmed text. */
export interface CodeLine {
  readonly index: number
  readonly text: string
}

/** An invalid line. */
interface RejectedLine {
  readonly index: number
  readonly reason: CodeRejection
}

interface ClassifiedCodes {
  /** Distinct, in the order of the lines. */
  readonly lines: ReadonlyArray<CodeLine>
  /** The indices of lines that repeat an earlier line. */
  readonly repeated: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<RejectedLine>
}

const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

const rejectionOf = (text: string): CodeRejection | undefined => {
  if (text === "") return "empty"
  if (unprintable.test(text)) return "not_printable"
  return Array.from(text).length > maxCodeCharacters ? "too_long" : undefined
}

/**
 * Classifies the lines of an upload. A code is 1 to 128 printable characters, trimmed and case-sensitive; of equal
 * lines the first counts.
 */
export const classifyCodes = (lines: ReadonlyArray<string>): ClassifiedCodes => {
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
