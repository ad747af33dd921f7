import { Predicate } from "effect"
import * as fc from "fast-check"
import { hostile } from "./hostile.ts"
import { at } from "./service.ts"

type Json = Readonly<Record<string, unknown>>

const record = (value: unknown): Json => (Predicate.isObject(value) ? { ...value } : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Schemas are recursive: below this depth a value is any scalar. */
const deepest = 6

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom("2026-11-21", "2027-01-01", "2026-02-30"),
  "date-time": fc.constantFrom("2026-11-21T10:00:00Z", "2027-01-01T00:00:00.000Z"),
  uuid: fc.uuid(),
  uri: fc.constantFrom("https://images.example.com/a.jpg", "http://127.0.0.1/"),
  email: fc.constantFrom("guest@example.com", "a@b")
}

/** Text that matches a pattern; undefined if text cannot be generated from it, for example because of lookahead. */
const matching = (pattern: unknown): fc.Arbitrary<string> | undefined => {
  if (!Predicate.isString(pattern)) return undefined
  try {
    return fc.stringMatching(new RegExp(pattern, "u"))
  } catch {
    return undefined
  }
}

/** The schema, with its reference resolved. */
const target = (document: unknown, schema: unknown): Json => {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(record(schema)["$ref"])) ?? []
  return name === undefined ? record(schema) : target(document, record(at(document, "components.schemas"))[name])
}

/** The alternatives or parts of a composed schema. */
const partsOf = ({ allOf, anyOf, oneOf }: Json): ReadonlyArray<unknown> => [
  ...list(anyOf),
  ...list(oneOf),
  ...list(allOf)
]

/** The top-level field names of a body of the schema, over all its alternatives. */
export const fieldsOf = (document: unknown, schema: unknown): ReadonlyArray<string> => {
  const found = target(document, schema)
  const own = Object.keys(record(found["properties"]))
  return [...new Set([...own, ...partsOf(found).flatMap((part) => fieldsOf(document, part))])]
}

const scalarOf = (known: ReadonlyArray<string>): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(...known, "claim", "finish", "cancel_action", "note"),
    hostile,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant([]),
    fc.constant({})
  )

const textOf = ({ format, maxLength, minLength, pattern }: Json, known: ReadonlyArray<string>) => {
  const least = Predicate.isNumber(minLength) ? minLength : 0
  const most = Predicate.isNumber(maxLength) ? maxLength : 40
  const ofFormat = Predicate.isString(format) ? formats[format] : undefined
  const exact = ofFormat ?? matching(pattern)
  return fc.oneof(
    ...(exact === undefined ? [] : [{ weight: 4, arbitrary: exact }]),
    ...(known.length === 0 ? [] : [{ weight: 2, arbitrary: fc.constantFrom(...known) }]),
    { weight: 2, arbitrary: fc.string({ minLength: least, maxLength: Math.max(least, Math.min(most, 40)) }) },
    { weight: 1, arbitrary: hostile }
  )
}

/** Values that mostly fit a schema of the document, following its references; some violate it in a place or two. */
export const fittingTo = (document: unknown, root: unknown, known: ReadonlyArray<string>): fc.Arbitrary<unknown> => {
  const scalar = scalarOf(known)

  const objectOf = ({ properties, required }: Json, depth: number): fc.Arbitrary<unknown> => {
    const values = Object.entries(record(properties)).map(
      ([name, schema]) =>
        [
          name,
          fc.oneof({ weight: 30, arbitrary: valueOf(schema, depth + 1) }, { weight: 1, arbitrary: scalar })
        ] as const
    )
    const needed = new Set(list(required))
    const optional = values.filter(([name]) => !needed.has(name))
    return fc
      .tuple(
        fc.record(Object.fromEntries(values.filter(([name]) => needed.has(name)))),
        fc.record(Object.fromEntries(optional), { requiredKeys: [] }),
        fc.oneof(
          { weight: 8, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("organizationId", "extra", "__proto__"), scalar) }
        )
      )
      .map((parts) => Object.assign({}, ...parts))
  }

  const valueOf = (schema: unknown, depth: number): fc.Arbitrary<unknown> => {
    const found = target(document, schema)
    const { const: constant, enum: constants, items, maxItems, maximum, minItems, minimum, type } = found
    if (depth > deepest) return scalar
    if (constant !== undefined) return fc.constant(constant)
    if (Array.isArray(constants) && constants.length > 0) return fc.constantFrom<unknown>(...constants)
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => valueOf({ ...found, type: one }, depth)))
    if (type === "object") return objectOf(found, depth)
    if (type === "array") {
      const least = Predicate.isNumber(minItems) ? Math.min(minItems, 3) : 0
      const most = Predicate.isNumber(maxItems) ? Math.min(maxItems, 3) : 3
      return fc.array(valueOf(items, depth + 1), { minLength: least, maxLength: Math.max(least, most) })
    }
    if (type === "integer" || type === "number") {
      const least = Predicate.isNumber(minimum) ? Math.ceil(minimum) : -1000
      const most = Predicate.isNumber(maximum) ? Math.floor(maximum) : least + 10_000
      return fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(Math.max(least, most), 2 ** 31 - 1) })
    }
    if (type === "boolean") return fc.boolean()
    if (type === "null") return fc.constant(null)
    if (type === "string") return textOf(found, known)
    const parts = partsOf(found)
    return parts.length === 0 ? scalar : fc.oneof(...parts.map((part) => valueOf(part, depth + 1)))
  }

  return valueOf(root, 0)
}

/**
 * Bodies as text: half of them from their schema, the others with its field names and any values, or with other names
 * only.
 */
export const bodyOf = (document: unknown, schema: unknown, known: ReadonlyArray<string>): fc.Arbitrary<string> => {
  const names = fieldsOf(document, schema)
  const loose = fc.dictionary(fc.constantFrom(...names, "organizationId", "extra", "__proto__"), scalarOf(known), {
    maxKeys: 6
  })
  return fc.oneof(
    { weight: 5, arbitrary: fittingTo(document, schema, known).map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: loose.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: hostile }
  )
}
