import { Predicate } from "effect"

/**
 * The canonical form of a JSON value: names sorted at every depth, arrays in order, numbers and strings as JavaScript
 * writes them, no whitespace (RFC 8785, PAR-118 to PAR-120).
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(",")}}`
}
