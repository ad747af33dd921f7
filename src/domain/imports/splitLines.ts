/** A line of a file; its text is undefined if it is too long. */
export interface FileLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string | undefined
}

/**
 * Splits the chunks of a file into lines at `\n` or `\r\n`, buffering at most `maxCharacters` of one, so that a file
 * without line ends takes no more memory than any other.
 */
export const splitLines = (maxCharacters: number) => {
  let line = 0
  let partial = ""
  let isTooLong = false

  const end = (text: string): FileLine => {
    const whole = (partial + text).replace(/\r$/, "")
    const fileLine = { line: ++line, text: isTooLong || whole.length > maxCharacters ? undefined : whole }
    partial = ""
    isTooLong = false
    return fileLine
  }

  return {
    /** The lines that end in this chunk. */
    add: (chunk: string): ReadonlyArray<FileLine> => {
      const parts = chunk.split("\n")
      const rest = parts.pop() ?? ""
      const lines = parts.map(end)
      isTooLong ||= partial.length + rest.length > maxCharacters + 1
      partial = isTooLong ? "" : partial + rest
      return lines
    },
    /** The last line, if the file does not end with a line end. */
    finish: (): ReadonlyArray<FileLine> => (partial === "" && !isTooLong ? [] : [end("")])
  }
}
