import { Predicate } from "effect"
import { at } from "./service.ts"

/** A document with references to parameters, headers and responses resolved; schemas remain references. */
export const resolved = (document: unknown): unknown => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (!Predicate.isObject(value)) return value
    const [, kind, name] = /^#\/components\/(parameters|headers|responses)\/(.+)$/.exec(String(value["$ref"])) ?? []
    if (kind !== undefined && name !== undefined) return within(at(at(document, `components.${kind}`), name))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]))
  }
  return within(document)
}
