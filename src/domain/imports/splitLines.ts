/** A line of a file; its text is undefined where it is longer than allowed. */
export interface FileLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string | undefined
}

/**
 * Splits the chunks of a file into lines at `\n` or `\r\n`, holding no more than `mostCharacters` of one: a file without
 * line ends takes no more memory than any other.
 */
export const splitLines = (mostCharacters: number) => {
  let line = 0
  let begun = ""
  let isTooLong = false

  const end = (text: string): FileLine => {
    const whole = (begun + text).replace(/\r$/, "")
    const found = { line: ++line, text: isTooLong || whole.length > mostCharacters ? undefined : whole }
    begun = ""
    isTooLong = false
    return found
  }

  return {
    /** The lines that end in this chunk. */
    add: (chunk: string): ReadonlyArray<FileLine> => {
      const parts = chunk.split("\n")
      const rest = parts.pop() ?? ""
      const lines = parts.map(end)
      isTooLong ||= begun.length + rest.length > mostCharacters + 1
      begun = isTooLong ? "" : begun + rest
      return lines
    },
    /** The last line, where the file does not end with a line end. */
    finish: (): ReadonlyArray<FileLine> => (begun === "" && !isTooLong ? [] : [end("")])
  }
}
