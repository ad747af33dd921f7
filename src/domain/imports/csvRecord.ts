import { Predicate, Result } from "effect"

/**
 * Reads a CSV record in the form that `csvLines` emits: a JSON object of its fields, or a JSON string with the problem.
 * An empty field is absent; the fields listed in `numbers` become numbers if they are numeric.
 */
export const csvRecord =
  <A>(read: (value: unknown) => Result.Result<A, string>, numbers: ReadonlyArray<string>) =>
  (text: string): Result.Result<A, string> => {
    const value: unknown = JSON.parse(text)
    if (!Predicate.isObject(value)) return Result.fail(String(value))
    const fields = Object.entries(value).flatMap(([name, field]) => {
      if (field === "") return []
      const isNumber = numbers.includes(name) && /^-?\d{1,16}$/.test(String(field))
      return [[name, isNumber ? Number(field) : field] as const]
    })
    return read(Object.fromEntries(fields))
  }
