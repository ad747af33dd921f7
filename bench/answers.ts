import { Predicate } from "effect"

/** The value of a JSON text; undefined if it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a dotted path. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((inner, name) => (Predicate.isObjectOrArray(inner) ? Reflect.get(inner, name) : undefined), value)

/** Whether the list at a dotted path has at least `atLeast` items. */
export const holds = (text: string, path: string, atLeast: number): boolean => {
  const list = at(parsed(text), path)
  return Array.isArray(list) && list.length >= atLeast
}
