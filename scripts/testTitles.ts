const callees = /(?<![\w.$])(?:describe|it|test|suite|layer|twins|contract)\b/g
const chain = /^\s*((?:\.\s*\w+\s*)*)/
const quotes = "\"'`"

/** The index after the string literal that opens at `start`. */
const literalEnd = (source: string, start: number): number => {
  const quote = source[start]
  let index = start + 1
  while (index < source.length && source[index] !== quote) index += source[index] === "\\" ? 2 : 1
  return index + 1
}

/** The index after the parenthesis that closes the one at `start`, past strings and comments. */
const callEnd = (source: string, start: number): number => {
  let depth = 0
  let index = start
  while (index < source.length) {
    const character = source.charAt(index)
    if (quotes.includes(character)) index = literalEnd(source, index)
    else if (source.startsWith("//", index)) index = source.indexOf("\n", index) + 1 || source.length
    else if (source.startsWith("/*", index)) index = source.indexOf("*/", index) + 2
    else {
      index += 1
      if (character === "(") depth += 1
      if (character === ")" && --depth === 0) return index
    }
  }
  return index
}

const past = (source: string, index: number): number => index + source.slice(index).search(/\S|$/)

/** The text of the literals joined by `+` that open at `start`. */
const literals = (source: string, start: number): string => {
  const end = literalEnd(source, start)
  const text = source.slice(start + 1, end - 1)
  const plus = past(source, end)
  const next = past(source, plus + 1)
  return source[plus] === "+" && quotes.includes(source.charAt(next)) ? text + literals(source, next) : text
}

/**
 * The titles of the suites and tests that `source` declares, in order, template literals verbatim.
 * A title is the first argument of a test function, or of a function that one returned: `layer(...)("title")`.
 * Declarations with `.skip` or `.todo` are omitted, because they prove nothing.
 */
export const testTitles = (source: string): ReadonlyArray<string> => {
  const code = source.replace(/^\s*\/\/.*$/gm, "").replace(/^\s*\/\*[\s\S]*?\*\//gm, "")
  const titles: Array<string> = []
  for (const match of code.matchAll(callees)) {
    const start = match.index + match[0].length
    const [members = ""] = chain.exec(code.slice(start)) ?? []
    if (/\.\s*(skip|todo)\b/.test(members)) continue
    let open = start + members.length
    while (code[open] === "(") {
      const argument = past(code, open + 1)
      if (quotes.includes(code.charAt(argument))) {
        titles.push(literals(code, argument))
        break
      }
      open = past(code, callEnd(code, open))
    }
  }
  return titles
}
