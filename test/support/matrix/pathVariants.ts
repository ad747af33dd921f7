/** The indices of the parameters in a path template such as `/arrivals/:taskId/ack`. */
const parametersOf = (template: string): ReadonlyArray<number> =>
  template.split("/").flatMap((segment, index) => (segment.startsWith(":") ? [index] : []))

/** Whether a path has parameters. */
export const hasParameters = (template: string) => parametersOf(template).length > 0

const isDigits = (text: string) => /^\d+$/.test(text)

/** The path with its last parameter replaced by a missing id of the same form; undefined without parameters. */
export const missingPath = (template: string, path: string): string | undefined => {
  const last = parametersOf(template).at(-1)
  if (last === undefined) return undefined
  const [pathname = "", query] = path.split("?")
  const absent = isDigits(pathname.split("/")[last] ?? "") ? "2147483600" : "019b76da-ffff-7fff-bfff-ffffffffffff"
  const segments = pathname.split("/").with(last, absent)
  return query === undefined ? segments.join("/") : `${segments.join("/")}?${query}`
}

/** The path without its query and with one parameter replaced by `text`, for each of its parameters. */
export const withParameter = (template: string, path: string, text: string): ReadonlyArray<string> => {
  const [pathname = ""] = path.split("?")
  return parametersOf(template).map((index) => pathname.split("/").with(index, text).join("/"))
}

/** The path with query parameters set, replacing those of the same name. */
export const withQuery = (path: string, parameters: Readonly<Record<string, string>>): string => {
  const [pathname = "", query = ""] = path.split("?")
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) search.set(name, value)
  return `${pathname}?${search}`
}

/** Whether a concrete path, ignoring its query, matches a template. */
export const fits = (template: string, path: string): boolean => {
  const segments = (path.split("?")[0] ?? "").split("/")
  const expected = template.split("/")
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => segment.startsWith(":") || segment === segments[index])
  )
}
